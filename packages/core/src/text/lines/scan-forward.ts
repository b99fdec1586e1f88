import { indexBlockBytes } from "./line-index.ts";
import { margin, withLineScan, type LineScan } from "./line-scan.ts";
import { readFully, type TextFile } from "./text-file.ts";

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
export async function scanForward(file: TextFile, starts: number): Promise<void> {
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
