import { ReadError } from "../../contract/errors.ts";
import { indexBlockBytes } from "./line-index.ts";
import { findStart, margin, plainLineScan, withLineScan, type LineScan } from "./line-scan.ts";
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

/**
 * Maximum size, in bytes, of a file whose lines are all counted, so that an answer has the exact total and the last
 * lines have their true numbers. Counting takes a few milliseconds at this size.
 */
const cheapToCountBytes = 64 * 1024 * 1024;

/**
 * Returns the number of lines of a file if it is known or cheap to count. Returns `undefined` for a larger file, and if
 * the time of the read is over.
 */
export async function cheapLineCount(file: TextFile): Promise<number | undefined> {
  const known = knownLineCount(file);
  if (known !== undefined || file.size > cheapToCountBytes) return known;
  try {
    return await countLines(file);
  } catch (error) {
    if (ReadError.is(error) && error.code === "timed-out") return undefined;
    throw error;
  }
}

/** Size of the first chunk read from the end, in bytes. Each further chunk is twice as large, up to a maximum. */
const firstTailBytes = 64 * 1024;
const largestTailBytes = 1024 * 1024;

/**
 * Returns where the last `count` lines start. Reads only the end of a large file that has not been counted; its line
 * number is then negative. If the file has fewer lines, returns line 1.
 */
export async function locateFromEnd(file: TextFile, count: number): Promise<LinePosition | undefined> {
  if (file.size <= file.bomBytes) return undefined;
  const total = await cheapLineCount(file);
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
    const { starts, byte } = await findInPiece(file, { start, end }, (total) => total - wanted + 1);
    if (byte !== undefined) return { line: -count, byte };
    wanted -= starts;
    end = start;
    length = Math.min(length * 2, largestTailBytes);
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
    if (range.end <= range.start) return { starts: 0, byte: undefined };
    const starts = scan.countStarts(range.start, range.end);
    const wanted = choose(starts);
    if (wanted < 1 || wanted > starts) return { starts, byte: undefined };
    return { starts, byte: piece.start + findStart(scan, range, wanted) - margin };
  });
}

/** Uses a plain scan if compiling WebAssembly would cost more than it saves. */
function withPieceScan(file: TextFile, byteLength: number, use: (scan: LineScan) => Promise<Found>): Promise<Found> {
  const isSmall = byteLength <= firstTailBytes + margin && file.layout.unitBytes === 1;
  return isSmall ? use(plainLineScan(new Uint8Array(byteLength))) : withLineScan(byteLength, file.layout, use);
}

/**
 * Bytes per read, small enough to be counted while they are still in the processor's cache. Handing larger reads to
 * threads was slower on two cores. Two reads are in flight, so that a slow file system is kept busy.
 */
const slotBytes = 2 * indexBlockBytes;
const slotCount = 2;
const slotStride = slotBytes + margin;

/**
 * Scans a file from where its index ends, until at least `starts` line starts are known or the file ends, and records
 * the counts in the index. Memory use is two slots, whatever the size of the file.
 */
async function scanForward(file: TextFile, starts: number): Promise<void> {
  const { index } = file;
  if (index.total !== undefined || index.startsBefore(index.blockCount) >= starts) return;
  const from = index.blockCount * indexBlockBytes;
  const slots = Math.min(slotCount, Math.max(1, Math.ceil((file.size - from) / slotBytes)));
  await withLineScan(slots * slotStride + margin, file.layout, async (scan) => {
    const places = Array.from({ length: slots }, (_, slot) => margin + slot * slotStride);
    const state = { file, scan, from, places, views: places.map((at) => scan.bytes.subarray(at, at + slotBytes)) };
    await loadUnitBefore(state);
    await scanSlots(state, starts);
  });
}

interface SlotScan {
  readonly file: TextFile;
  readonly scan: LineScan;
  readonly from: number;
  /** The offsets of the slots in the scan's memory. Each slot is preceded by the code unit before its first. */
  readonly places: readonly number[];
  /**
   * The slots, created once: a view for each of sixteen thousand reads would be garbage that makes the process grow.
   */
  readonly views: readonly Uint8Array[];
}

async function scanSlots(state: SlotScan, starts: number): Promise<void> {
  const { file, from } = state;
  const slots = state.places.length;
  const count = Math.ceil((file.size - from) / slotBytes);
  const reads: Promise<number>[] = [];
  const request = (slot: number): void => {
    reads[slot % slots] = readFully(file, slotView(state, slot), from + slot * slotBytes);
    // A read that fails while an earlier one is awaited is reported when its own turn comes.
    reads[slot % slots]?.catch(ignore);
  };
  try {
    for (let slot = 0; slot < Math.min(slots, count); slot += 1) request(slot);
    for (let slot = 0; slot < count; slot += 1) {
      file.deadline.check();
      const length = (await reads[slot % slots]) ?? 0;
      countSlot(state, slot, length);
      file.onScanned?.(from + slot * slotBytes + length);
      if (isDone(file, from + slot * slotBytes + length, starts)) return;
      if (slot + slots < count) request(slot + slots);
    }
  } finally {
    await Promise.allSettled(reads);
  }
}

function ignore(): void {}

/** Returns the buffer for a slot; for the last slot, limited to the rest of the file. */
function slotView({ file, from, views }: SlotScan, slot: number): Uint8Array {
  const view = views[slot % views.length] ?? new Uint8Array();
  const left = file.size - from - slot * slotBytes;
  return left < slotBytes ? view.subarray(0, left) : view;
}

/** Adds the blocks of one slot to the index. A block that is not full is the tail of the file. */
function countSlot({ file, scan, from, places }: SlotScan, slot: number, length: number): void {
  const base = places[slot % places.length] ?? margin;
  for (let at = 0; at < length; at += indexBlockBytes) {
    const start = base + at;
    const end = base + Math.min(length, at + indexBlockBytes);
    const position = from + slot * slotBytes + at;
    const skipped = firstLineBytes(file, position);
    const starts = scan.countStarts(Math.min(end, start + skipped), end);
    if (end - start === indexBlockBytes) file.index.add(position / indexBlockBytes, starts);
    else file.index.finish(starts);
  }
  const { unitBytes } = file.layout;
  // The last code unit decides whether the next slot starts with a line.
  const next = places[(slot + 1) % places.length] ?? margin;
  scan.bytes.copyWithin(next - unitBytes, base + length - unitBytes, base + length);
}

/**
 * Returns the bytes to skip: line 1 starts at the first byte after the byte order mark, without a line ending before
 * it.
 */
function firstLineBytes(file: TextFile, position: number): number {
  return position === 0 ? file.bomBytes + file.layout.unitBytes : 0;
}

function isDone(file: TextFile, scannedTo: number, starts: number): boolean {
  const { index } = file;
  if (scannedTo >= file.size && index.total === undefined) index.finish(0);
  return index.total !== undefined || index.startsBefore(index.blockCount) >= starts;
}

/** Loads the code unit that precedes the first slot. */
async function loadUnitBefore({ file, scan, from, places }: SlotScan): Promise<void> {
  const { unitBytes } = file.layout;
  const [first = margin] = places;
  const unit = scan.bytes.subarray(first - unitBytes, first);
  unit.fill(0);
  if (from > 0) await readFully(file, unit, from - unitBytes);
}
