import { indexBlockBytes } from "./line-index.ts";
import { findStart, margin, plainLineScan, withLineScan, type LineScan } from "./line-scan.ts";
import { nulError } from "./nul-error.ts";
import { scanForward } from "./scan-forward.ts";
import { readFully, type LinePosition, type TextFile } from "./text-file.ts";

/** How many lines a file has; scans what has not been scanned. */
export async function countLines(file: TextFile): Promise<number> {
  if (file.size <= file.bomBytes) return 0;
  await scanForward(file, Number.POSITIVE_INFINITY);
  return 1 + (file.index.total ?? 0);
}

/** How many lines a file has where that is known without reading on. */
export function knownLineCount(file: TextFile): number | undefined {
  if (file.size <= file.bomBytes) return 0;
  return file.index.total === undefined ? undefined : 1 + file.index.total;
}

/** Where line `line` starts, from 1; undefined when the file has fewer lines, which are then all counted. */
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

/** Bytes below which the lines of a file are simply counted, so that its last lines get their true numbers. */
const cheapToCountBytes = 4 * 1024 * 1024;

/** Bytes of the first look from the end; each further look is twice as large. */
const firstTailBytes = 64 * 1024;

/**
 * Where the last `count` lines start. In a large file that nobody has counted, only its end is read, and the number
 * is negative; in a file with fewer lines, they start at line 1.
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
    // The line that fills this piece would be shown: a hole of a terabyte is not searched for its start.
    if (holdsNul) throw nulError(file.path);
    wanted -= starts;
    end = start;
    length = Math.min(length * 2, indexBlockBytes);
  }
  return undefined;
}

/** Positions of code units, so that a wide unit is never halved. */
function alignDown(position: number, file: TextFile): number {
  return position - (position % file.layout.unitBytes);
}

/** The `count`-th line start at or after a block boundary; it lies in that block or in the tail. */
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
  /** How many lines start in the piece. */
  readonly starts: number;
  /** Where the wanted one starts. */
  readonly byte: number | undefined;
  /** Whether no line starts in the piece and the line that fills it has a NUL; not looked for in wide encodings. */
  readonly holdsNul: boolean;
}

/** Looks in `[start, end)` for one line start, chosen when the number of them there is known; below 1 is none. */
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

/** A plain scan where compiling WebAssembly would cost more than it saves. */
function withPieceScan(file: TextFile, byteLength: number, use: (scan: LineScan) => Promise<Found>): Promise<Found> {
  const isSmall = byteLength <= firstTailBytes + margin && file.layout.unitBytes === 1;
  return isSmall ? use(plainLineScan(new Uint8Array(byteLength))) : withLineScan(byteLength, file.layout, use);
}
