import { counted } from "../../render/words.ts";
import { endOfRun, minGapUnits } from "../encoding/nul-runs.ts";
import type { UnitLayout } from "../encoding/unit-layout.ts";
import { readFully, type TextFile } from "./text-file.ts";

/** Renders the mark that replaces a run of NULs: `[4096 NUL bytes]`. */
export function nulMark(byteCount: number): string {
  return `[${counted(byteCount, "NUL byte")}]`;
}

/** Matches the marks of `nulMark`, with the number of bytes in the first group. */
export const nulMarks: RegExp = /\[(\d[\d ]*) NUL bytes\]/g;

/**
 * Replaces the runs of at least `minGapUnits` NULs with marks. Shorter runs are kept, and shown as escapes.
 * `byteCountAfter` is the number of further NUL bytes that directly follow `bytes` in the file. Returns `bytes` itself
 * if it has no such run.
 */
export function markNuls(file: TextFile, bytes: Uint8Array, byteCountAfter = 0): Uint8Array {
  const textOf = (byteCount: number): string => {
    file.onMarked?.(byteCount);
    return nulMark(byteCount);
  };
  return replaceGaps(bytes, file.layout, { byteCountAfter, textOf });
}

/** Removes the runs that have marks in an answer. */
export function withoutGaps(bytes: Uint8Array, layout: UnitLayout): Uint8Array {
  return replaceGaps(bytes, layout, { byteCountAfter: 0, textOf: () => "" });
}

/** Replaces the runs in decoded text that arrives in chunks. */
export interface NulMarker {
  /** Returns the text of a chunk. NULs at its end are kept back, because their run may go on. */
  next(chunk: string): string;
  /** Returns what was kept back. */
  end(): string;
  /** True if a run has been replaced. */
  readonly hasMarks: boolean;
}

/** Creates a marker for text whose code units had this size, in bytes. */
export function createNulMarker(unitBytes: UnitLayout["unitBytes"] = 1): NulMarker {
  let held = 0;
  let hasMarks = false;
  const shown = (count: number): string => {
    if (count < minGapUnits) return "\0".repeat(count);
    hasMarks = true;
    return nulMark(count * unitBytes);
  };
  return {
    next(chunk) {
      if (held === 0 && !chunk.includes("\0")) return chunk;
      const first = chunk.search(/[^\0]/);
      if (first < 0) {
        held += chunk.length;
        return "";
      }
      let end = chunk.length;
      while (chunk.charCodeAt(end - 1) === 0) end -= 1;
      const before = shown(held + first);
      held = chunk.length - end;
      return before + chunk.slice(first, end).replaceAll(/\0+/g, (run) => shown(run.length));
    },
    end: () => shown(held),
    get hasMarks() {
      return hasMarks;
    },
  };
}

interface Replacement {
  readonly byteCountAfter: number;
  readonly textOf: (byteCount: number) => string;
}

function replaceGaps(bytes: Uint8Array, layout: UnitLayout, { byteCountAfter, textOf }: Replacement): Uint8Array {
  const { unitBytes } = layout;
  // All text passes here, and `Buffer` searches several times as fast as `Uint8Array`.
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(0)) return bytes;
  const units = unitsOf(bytes, unitBytes);
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (let at = units.indexOf(0); at >= 0; at = units.indexOf(0, at)) {
    const end = endOfRun(units, at);
    const byteCount = (end - at) * unitBytes + (end === units.length ? byteCountAfter : 0);
    if (byteCount >= minGapUnits * unitBytes) {
      parts.push(bytes.subarray(kept, at * unitBytes), encode(textOf(byteCount), layout));
      kept = end * unitBytes;
    }
    at = end;
  }
  return kept === 0 ? bytes : concatenated([...parts, bytes.subarray(kept)]);
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let filled = 0;
  for (const part of parts) {
    all.set(part, filled);
    filled += part.length;
  }
  return all;
}

/** Views bytes as code units in any byte order, which is enough to find zeros. */
function unitsOf(bytes: Uint8Array, unitBytes: UnitLayout["unitBytes"]): Uint8Array | Uint16Array | Uint32Array {
  if (unitBytes === 1) return bytes;
  const aligned = bytes.byteOffset % unitBytes === 0 ? bytes : bytes.slice();
  const count = Math.floor(aligned.length / unitBytes);
  return unitBytes === 2
    ? new Uint16Array(aligned.buffer, aligned.byteOffset, count)
    : new Uint32Array(aligned.buffer, aligned.byteOffset, count);
}

/** Encodes ASCII in code units. */
function encode(text: string, { unitBytes, littleEndian }: UnitLayout): Uint8Array {
  const bytes = new Uint8Array(text.length * unitBytes);
  const low = littleEndian ? 0 : unitBytes - 1;
  for (let at = 0; at < text.length; at += 1) bytes[at * unitBytes + low] = text.charCodeAt(at);
  return bytes;
}

/**
 * Returns where the NULs end that continue from the end of a chunk. Returns `position`, the end of the chunk, if the
 * chunk does not end with NULs, or if the run is too short for a mark.
 */
export async function endOfNuls(file: TextFile, chunk: Uint8Array, position: number): Promise<number> {
  const { unitBytes } = file.layout;
  if (chunk.length % unitBytes > 0) return position;
  let before = 0;
  while (before < minGapUnits * unitBytes && chunk[chunk.length - 1 - before] === 0) before += 1;
  before -= before % unitBytes;
  if (before === 0) return position;
  const end = await skipNuls(file, position);
  return before + end - position >= minGapUnits * unitBytes ? end : position;
}

const firstReadBytes = 4096;
const readBytes = 1024 * 1024;

/** Size, in bytes, from which a hole is remembered, so that a read that ran out of time is continued by the next. */
const largeHoleBytes = 64 * 1024 * 1024;

/** Reads on in large steps and keeps nothing, because a hole may be larger than the memory. */
async function skipNuls(file: TextFile, from: number): Promise<number> {
  const { unitBytes } = file.layout;
  const { holes } = file.index;
  const known = holes.find(({ start, end }) => start <= from && from < end);
  const hole = known ?? { start: from, end: from };
  let position = hole.end;
  let buffer = new Uint8Array(firstReadBytes);
  while (position < file.size) {
    file.deadline.check();
    const target = buffer.subarray(0, Math.min(buffer.length, file.size - position));
    const length = await readFully(file, target, position);
    const count = leadingZeros(target.subarray(0, length));
    position += count - (count % unitBytes);
    hole.end = Math.max(hole.end, position);
    if (hole.end - hole.start >= largeHoleBytes && !holes.includes(hole)) holes.push(hole);
    if (count < target.length) break;
    file.onScanned?.(position);
    if (buffer.length < readBytes) buffer = new Uint8Array(readBytes);
  }
  return position;
}

/** Zeros to compare with, created for the first large hole. */
let zeros = new Uint8Array(0);

/** Returns the number of zeros at the start. Compares all bytes at once first, because a hole has billions of zeros. */
function leadingZeros(bytes: Uint8Array): number {
  if (zeros.length < bytes.length) zeros = new Uint8Array(bytes.length);
  return Buffer.compare(bytes, zeros.subarray(0, bytes.length)) === 0 ? bytes.length : endOfRun(bytes, 0);
}
