import { findLineEnd } from "./line-end.ts";
import { endOfNuls, markNuls } from "./nul-marks.ts";
import type { UnitLayout } from "../encoding/unit-layout.ts";
import { readFully, type TextFile } from "./text-file.ts";

/** Whole lines as stored in the file but for marks, each with its line ending. The last line of the file may have none. */
export interface RawLines {
  readonly kind: "lines";
  readonly bytes: Uint8Array;
  /** True if the file ends here. */
  readonly isEnd: boolean;
}

/** The start of a line that is too long to load. */
export interface RawLongLine {
  readonly kind: "long";
  /** Where the line starts in the file. */
  readonly start: number;
  readonly bytes: Uint8Array;
  /** True if `bytes` has marks instead of runs of NULs. */
  readonly hasMarks: boolean;
  /** Bytes of the line after `bytes`, without its line ending, as far as it was searched. */
  readonly restBytes: number;
  /** True if the end of the line was found. Otherwise nothing follows. */
  readonly isEndKnown: boolean;
}

/** A chunk of a file: whole lines or the start of a long line. */
export type RawPiece = RawLines | RawLongLine;

/** Maximum length of a line that is loaded as a whole, and how far the end of a longer one is searched. */
export interface LongLineLimits {
  readonly maxLineBytes: number;
  /** UTF-16 units kept of a line that is continued from a column on. */
  readonly maxContinuedUnits: number;
  readonly maxScanBytes: number;
}

const firstChunkBytes = 64 * 1024;
const largestChunkBytes = 1024 * 1024;

/**
 * Yields the file in chunks of whole lines, with marks instead of runs of NULs. `start` is the first byte of a line or
 * inside one.
 */
export async function* readRawLines(
  file: TextFile,
  start: number,
  limits: LongLineLimits,
): AsyncGenerator<RawPiece, void, undefined> {
  let carry: Carry = { bytes: new Uint8Array(0), start };
  let position = start;
  let chunkBytes = firstChunkBytes;
  while (position < file.size) {
    file.deadline.check();
    const { bytes, readTo, isEnd } = await readAfter(file, carry.bytes, { position, length: chunkBytes });
    file.onScanned?.(readTo);
    chunkBytes = Math.min(chunkBytes * 2, largestChunkBytes);
    const split = isEnd ? bytes.length : endOfWholeLines(bytes, file.layout);
    // Before a hole after them is skipped, which may take all the time that is left.
    if (split > 0) yield { kind: "lines", bytes: markNuls(file, bytes.subarray(0, split)), isEnd };
    if (isEnd) return;
    const lineStart = split > 0 ? readTo - (bytes.length - split) : carry.start;
    const rest = bytes.slice(split);
    position = await endOfNuls(file, rest, readTo);
    carry = { start: lineStart, bytes: markNuls(file, rest, position - readTo) };
    if (position >= file.size) return yield { kind: "lines", bytes: carry.bytes, isEnd: true };
    if (carry.bytes.length < limits.maxLineBytes) continue;
    const { next, ...long } = await readLongLine(file, carry, { position, limits });
    yield long;
    if (!long.isEndKnown) return;
    position = next;
    carry = { bytes: new Uint8Array(0), start: next };
  }
}

/** The start of a line whose end has not been read, with marks instead of runs of NULs. */
interface Carry {
  readonly bytes: Uint8Array;
  /** Where the line starts in the file. */
  readonly start: number;
}

/** Finds the end of a line that is too long to load. `position` is where its start was read to. */
async function readLongLine(
  file: TextFile,
  { bytes, start }: Carry,
  { position, limits }: { readonly position: number; readonly limits: LongLineLimits },
): Promise<RawLongLine & { readonly next: number }> {
  const hasMarks = bytes.length !== position - start;
  // Positions in bytes with marks are not those in the file.
  const head = hasMarks ? bytes : bytes.subarray(0, limits.maxLineBytes);
  const end = await findLineEnd(file, hasMarks ? position : start + head.length, limits.maxScanBytes);
  const { lineBytes: restBytes, isFound: isEndKnown, next } = end;
  return { kind: "long", start, bytes: head, hasMarks, restBytes, isEndKnown, next };
}

interface Chunk {
  readonly bytes: Uint8Array;
  /** The file position reached, and whether it is the end of the file. */
  readonly readTo: number;
  readonly isEnd: boolean;
}

/** Reads at least as many bytes as are carried over, so that a long line is copied a few times only. */
async function readAfter(
  file: TextFile,
  carry: Uint8Array,
  range: { readonly position: number; readonly length: number },
): Promise<Chunk> {
  const wanted = Math.min(Math.max(range.length, carry.length), file.size - range.position);
  const target = new Uint8Array(carry.length + wanted);
  target.set(carry);
  const count = await readFully(file, target.subarray(carry.length), range.position);
  const readTo = range.position + count;
  return { bytes: target.subarray(0, carry.length + count), readTo, isEnd: count < wanted || readTo >= file.size };
}

/**
 * Returns the offset after the last line ending that is certainly complete. A carriage return at the edge may be half
 * of a CRLF.
 */
export function endOfWholeLines(bytes: Uint8Array, layout: UnitLayout): number {
  if (layout.unitBytes > 1) {
    const units = readUnits(bytes, layout);
    const lineFeed = units.lastIndexOf(0x0a);
    return (Math.max(lineFeed, lastCarriageReturn(units)) + 1) * layout.unitBytes;
  }
  const afterLineFeed = bytes.lastIndexOf(0x0a) + 1;
  return afterLineFeed + lastCarriageReturn(bytes.subarray(afterLineFeed)) + 1;
}

/** Returns the offset of the first line ending, or the length if the bytes contain no line ending. */
export function endOfFirstLine(bytes: Uint8Array, layout: UnitLayout): number {
  const units = layout.unitBytes > 1 ? readUnits(bytes, layout) : bytes;
  const ends = [units.indexOf(0x0a), units.indexOf(0x0d)].filter((at) => at >= 0);
  return ends.length === 0 ? bytes.length : Math.min(...ends) * layout.unitBytes;
}

type Units = Uint8Array | Uint16Array | Uint32Array;

function lastCarriageReturn(units: Units): number {
  return units.length < 2 ? -1 : units.lastIndexOf(0x0d, units.length - 2);
}

function readUnits(bytes: Uint8Array, layout: UnitLayout): Units {
  const { unitBytes, littleEndian } = layout;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const units = new (unitBytes === 2 ? Uint16Array : Uint32Array)(Math.floor(bytes.length / unitBytes));
  for (let at = 0; at < units.length; at += 1) {
    units[at] = unitBytes === 2 ? view.getUint16(at * 2, littleEndian) : view.getUint32(at * 4, littleEndian);
  }
  return units;
}
