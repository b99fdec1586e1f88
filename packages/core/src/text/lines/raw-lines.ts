import { findLineEnd } from "./line-end.ts";
import type { UnitLayout } from "../encoding/unit-layout.ts";
import { readFully, type TextFile } from "./text-file.ts";

/** Whole lines as stored in the file, each with its line ending. The last line of the file may have none. */
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

/** Yields the file in chunks of whole lines. `start` is the first byte of a line or inside one. */
export async function* readRawLines(
  file: TextFile,
  start: number,
  limits: LongLineLimits,
): AsyncGenerator<RawPiece, void, undefined> {
  let carry = new Uint8Array(0);
  let position = start;
  let chunkBytes = firstChunkBytes;
  while (position < file.size) {
    file.deadline.check();
    const wanted = Math.min(Math.max(chunkBytes, carry.length), file.size - position);
    const bytes = await readAfter(file, carry, { position, length: wanted });
    const count = bytes.length - carry.length;
    position += count;
    file.onScanned?.(position);
    chunkBytes = Math.min(chunkBytes * 2, largestChunkBytes);
    const isEnd = count < wanted || position >= file.size;
    const split = isEnd ? bytes.length : endOfWholeLines(bytes, file.layout);
    if (split > 0) yield { kind: "lines", bytes: bytes.subarray(0, split), isEnd };
    if (isEnd) return;
    carry = bytes.slice(split);
    if (carry.length < limits.maxLineBytes) continue;
    const head = carry.subarray(0, limits.maxLineBytes);
    const start = position - carry.length;
    const end = await findLineEnd(file, start + head.length, limits.maxScanBytes);
    yield { kind: "long", start, bytes: head, restBytes: end.lineBytes, isEndKnown: end.isFound };
    if (!end.isFound) return;
    position = end.next;
    carry = new Uint8Array(0);
  }
}

async function readAfter(
  file: TextFile,
  carry: Uint8Array,
  range: { readonly position: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(carry.length + range.length);
  bytes.set(carry);
  const count = await readFully(file, bytes.subarray(carry.length), range.position);
  return bytes.subarray(0, carry.length + count);
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
