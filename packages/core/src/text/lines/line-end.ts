import type { EndingRun } from "../../contract/result.ts";
import { findStart, margin, withLineScan, type LineScan } from "./line-scan.ts";
import { readFully, readRange, type TextFile } from "./text-file.ts";

/** The end of a line, as far as it was searched. */
export interface LineEnd {
  readonly isFound: boolean;
  /** Where the next line starts, or where the search stopped if the end was not found. */
  readonly next: number;
  /** Bytes from the start of the search to the end of the line, without its line ending. */
  readonly lineBytes: number;
}

/** Small enough for the processor's cache, and for reads without a thread, which takes memory. */
const chunkBytes = 256 * 1024;

/** Searches at most `maxBytes` for the end of the line that contains `from`. Keeps none of the bytes. */
export async function findLineEnd(file: TextFile, from: number, maxBytes: number): Promise<LineEnd> {
  const { unitBytes } = file.layout;
  const maxScanBytes = Math.floor(maxBytes / unitBytes) * unitBytes;
  const next = await withLineScan(chunkBytes + margin, file.layout, (scan) =>
    nextStart(file, scan, { start: from, end: Math.min(file.size, from + maxScanBytes) }),
  );
  if (next === undefined && from + maxScanBytes < file.size) {
    return { isFound: false, next: from + maxScanBytes, lineBytes: maxScanBytes };
  }
  const end = next ?? file.size;
  return { isFound: true, next: end, lineBytes: Math.max(0, end - (await lineEndBytes(file, end)) - from) };
}

async function nextStart(
  file: TextFile,
  scan: LineScan,
  range: { readonly start: number; readonly end: number },
): Promise<number | undefined> {
  const { unitBytes } = file.layout;
  scan.bytes.set(await readRange(file, range.start - unitBytes, range.start), margin - unitBytes);
  for (let position = range.start; position < range.end;) {
    file.deadline.check();
    const target = scan.bytes.subarray(margin, margin + Math.min(chunkBytes, range.end - position));
    const length = await readFully(file, target, position);
    if (length === 0) return undefined;
    const read = { start: margin, end: margin + length, unitBytes };
    if (scan.countStarts(read.start, read.end) > 0) return position + findStart(scan, read, 1) - margin;
    scan.bytes.copyWithin(margin - unitBytes, margin + length - unitBytes, margin + length);
    position += length;
  }
  return undefined;
}

/** Returns the line ending that directly precedes byte `end`, if any. */
export async function endingBefore(file: TextFile, end: number): Promise<EndingRun["eol"] | undefined> {
  const { unitBytes, littleEndian } = file.layout;
  // The file ends inside a code unit.
  if (end % unitBytes > 0) return undefined;
  const tail = await readRange(file, Math.max(file.bomBytes, end - 2 * unitBytes), end);
  const units = Array.from({ length: Math.floor(tail.length / unitBytes) }, (_, at) => {
    const unit = tail.subarray(at * unitBytes, (at + 1) * unitBytes);
    return (littleEndian ? unit.toReversed() : unit).reduce((value, byte) => value * 256 + byte, 0);
  });
  const last = units.at(-1);
  if (last === 0x0d) return "cr";
  if (last !== 0x0a) return undefined;
  return units.at(-2) === 0x0d ? "crlf" : "lf";
}

async function lineEndBytes(file: TextFile, end: number): Promise<number> {
  const ending = await endingBefore(file, end);
  if (ending === undefined) return 0;
  return (ending === "crlf" ? 2 : 1) * file.layout.unitBytes;
}
