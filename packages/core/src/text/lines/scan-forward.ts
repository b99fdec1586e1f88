import { indexBlockBytes } from "./line-index.ts";
import { margin, withLineScan, type LineScan } from "./line-scan.ts";
import { readFully, type TextFile } from "./text-file.ts";

/**
 * Bytes read at once, small enough to be counted while they are still in the processor's cache: handing larger reads
 * to threads was slower on two cores. Two are under way, so that a file system that answers later is kept busy.
 */
const slotBytes = 2 * indexBlockBytes;
const slotCount = 2;
const slotStride = slotBytes + margin;

/**
 * Scans a file from where its index ends, until at least `starts` line starts are known or the file ends, and writes
 * what it finds into the index. Memory is two slots whatever the size of the file.
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
  /** Where the slots lie in the memory of the scan; before each stands the code unit before its first. */
  readonly places: readonly number[];
  /** The slots, made once: a view for each of sixteen thousand reads is garbage that a process grows by. */
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

/** Where a slot is read into; of the last one no more than the file has. */
function slotView({ file, from, views }: SlotScan, slot: number): Uint8Array {
  const view = views[slot % views.length] ?? new Uint8Array();
  const left = file.size - from - slot * slotBytes;
  return left < slotBytes ? view.subarray(0, left) : view;
}

/** Counts the blocks of one slot into the index; a block that is not full is the tail of the file. */
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
  // Whether the next slot starts with a line, its last code unit decides.
  const next = places[(slot + 1) % places.length] ?? margin;
  scan.bytes.copyWithin(next - unitBytes, base + length - unitBytes, base + length);
}

/** Line 1 starts at the first byte after the mark, which no line end precedes. */
function firstLineBytes(file: TextFile, position: number): number {
  return position === 0 ? file.bomBytes + file.layout.unitBytes : 0;
}

function isDone(file: TextFile, scannedTo: number, starts: number): boolean {
  const { index } = file;
  if (scannedTo >= file.size && index.total === undefined) index.finish(0);
  return index.total !== undefined || index.startsBefore(index.blockCount) >= starts;
}

/** Puts the code unit before the first slot in its place. */
async function loadUnitBefore({ file, scan, from, places }: SlotScan): Promise<void> {
  const { unitBytes } = file.layout;
  const [first = margin] = places;
  const unit = scan.bytes.subarray(first - unitBytes, first);
  unit.fill(0);
  if (from > 0) await readFully(file, unit, from - unitBytes);
}
