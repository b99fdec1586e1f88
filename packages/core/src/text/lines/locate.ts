import { indexBlockBytes } from "./line-index.ts";
import { findStart, margin, plainLineScan, withLineScan, type LineScan } from "./line-scan.ts";
import { nulError } from "./nul-error.ts";
import { scanForward } from "./scan-forward.ts";
import { readFully, type LinePosition, type TextFile } from "./text-file.ts";

/** Counts the lines of a file. Scans only what has not been scanned yet. */
export async function countLines(file: TextFile): Promise<number> {
  if (file.size <= file.bomBytes) return 0;
  await scanForward(file, Number.POSITIVE_INFINITY);
  return 1 + (file.index.total ?? 0);
}

/** Returns the number of lines of a file if it is known without reading on. */
export function knownLineCount(file: TextFile): number | undefined {
  if (file.size <= file.bomBytes) return 0;
  return file.index.total === undefined ? undefined : 1 + file.index.total;
}

/** Returns where line `line` starts, from 1; `undefined` if the file has fewer lines, which are then all counted. */
export async function locateLine(file: TextFile, line: number): Promise<LinePosition | undefined> {
  if (file.size <= file.bomBytes) return undefined;
  if (line === 1) return { line, byte: file.bomBytes };
  const starts = line - 1;
  await scanForward(file, starts);
  const { index } = file;
  if (index.total !== undefined && index.total < starts) return undefined;
  const block = index.blockOf(starts);
  const byte = await findStartFrom(file, block * indexBlockBytes, starts - index.startsBefore(block));
  return byte === undefined ? undefined : { line, byte };
}

/** Maximum size, in bytes, of a file whose lines are all counted, so that its last lines get their true numbers. */
const cheapToCountBytes = 4 * 1024 * 1024;

/** Size of the first chunk read from the end, in bytes; each further chunk is twice as large. */
const firstTailBytes = 64 * 1024;

/**
 * Returns where the last `count` lines start. Reads only the end of a large file that has not been counted; its line
 * number is then negative. If the file has fewer lines, returns line 1.
 */
export async function locateFromEnd(file: TextFile, count: number): Promise<LinePosition | undefined> {
  if (file.size <= file.bomBytes) return undefined;
  const total = knownLineCount(file) ?? (file.size <= cheapToCountBytes ? await countLines(file) : undefined);
  if (total !== undefined) return locateLine(file, Math.max(1, total - count + 1));
  return (await searchBackward(file, count)) ?? { line: 1, byte: file.bomBytes };
}

async function searchBackward(file: TextFile, count: number): Promise<LinePosition | undefined> {
  let end = file.size;
  let wanted = count;
  let length = firstTailBytes;
  while (end > file.bomBytes) {
    file.deadline.check();
    const start = Math.max(file.bomBytes, alignDown(end - length, file));
    const { starts, byte, holdsNul } = await findInPiece(file, { start, end }, (total) => total - wanted + 1);
    if (byte !== undefined) return { line: -count, byte };
    // The line that fills this chunk would be shown. A sparse hole of a terabyte is not searched for its start.
    if (holdsNul) throw nulError(file.path);
    wanted -= starts;
    end = start;
    length = Math.min(length * 2, indexBlockBytes);
  }
  return undefined;
}

/** Aligns a position to a code unit, so that a wide unit is never split. */
function alignDown(position: number, file: TextFile): number {
  return position - (position % file.layout.unitBytes);
}

/** Returns the `count`-th line start at or after a block boundary. It must lie in that block or in the tail. */
async function findStartFrom(file: TextFile, start: number, count: number): Promise<number | undefined> {
  const from = Math.max(start, file.bomBytes);
  const { byte } = await findInPiece(
    file,
    { start: from, end: Math.min(file.size, start + indexBlockBytes) },
    () => count,
  );
  return byte;
}

interface Found {
  /** The number of lines that start in the chunk. */
  readonly starts: number;
  /** Where the wanted line starts. */
  readonly byte: number | undefined;
  /** True if no line starts in the chunk and it contains a NUL. Not checked in wide encodings. */
  readonly holdsNul: boolean;
}

/**
 * Searches `[start, end)` for one line start. `choose` picks it from the number of starts there; below 1 picks nothing.
 */
function findInPiece(
  file: TextFile,
  piece: { readonly start: number; readonly end: number },
  choose: (starts: number) => number,
): Promise<Found> {
  const { unitBytes } = file.layout;
  return withPieceScan(file, piece.end - piece.start + margin, async (scan) => {
    const before = piece.start > file.bomBytes ? unitBytes : 0;
    const target = scan.bytes.subarray(margin - before, margin + piece.end - piece.start);
    const length = await readFully(file, target, piece.start - before);
    const range = { start: before === 0 ? margin + unitBytes : margin, end: margin - before + length, unitBytes };
    if (range.end <= range.start) return { starts: 0, byte: undefined, holdsNul: false };
    const starts = scan.countStarts(range.start, range.end);
    const wanted = choose(starts);
    const holdsNul = starts === 0 && unitBytes === 1 && scan.bytes.subarray(range.start, range.end).includes(0);
    if (wanted < 1 || wanted > starts) return { starts, byte: undefined, holdsNul };
    return { starts, byte: piece.start + findStart(scan, range, wanted) - margin, holdsNul };
  });
}

/** Uses a plain scan if compiling WebAssembly would cost more than it saves. */
function withPieceScan(file: TextFile, byteLength: number, use: (scan: LineScan) => Promise<Found>): Promise<Found> {
  const isSmall = byteLength <= firstTailBytes + margin && file.layout.unitBytes === 1;
  return isSmall ? use(plainLineScan(new Uint8Array(byteLength))) : withLineScan(byteLength, file.layout, use);
}
