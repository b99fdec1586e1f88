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
  const last = await unitBefore(file, from);
  await withLineScan(slots * slotStride + margin, file.layout, (scan) =>
    scanSlots({ file, scan, slots, from, last }, starts),
  );
}

interface SlotScan {
  readonly file: TextFile;
  readonly scan: LineScan;
  readonly slots: number;
  readonly from: number;
  /** The code unit before the next slot: it decides whether that slot starts with a line. */
  last: Uint8Array;
}

async function scanSlots(state: SlotScan, starts: number): Promise<void> {
  const { file, slots, from } = state;
  const count = Math.ceil((file.size - from) / slotBytes);
  const reads: Promise<number>[] = [];
  const request = (slot: number): void => {
    const target = slotView(state, slot).subarray(0, Math.min(slotBytes, file.size - from - slot * slotBytes));
    reads[slot % slots] = readFully(file, target, from + slot * slotBytes);
    // A read that fails while an earlier one is awaited is reported when its own turn comes.
    reads[slot % slots]?.catch(() => undefined);
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

function slotView(state: SlotScan, slot: number): Uint8Array {
  const start = margin + (slot % state.slots) * slotStride;
  return state.scan.bytes.subarray(start, start + slotBytes);
}

/** Counts the blocks of one slot into the index; a block that is not full is the tail of the file. */
function countSlot(state: SlotScan, slot: number, length: number): void {
  const { file, scan } = state;
  const base = margin + (slot % state.slots) * slotStride;
  scan.bytes.set(state.last, base - state.last.length);
  for (let at = 0; at < length; at += indexBlockBytes) {
    const start = base + at;
    const end = base + Math.min(length, at + indexBlockBytes);
    const position = state.from + slot * slotBytes + at;
    const skipped = firstLineBytes(file, position);
    const starts = scan.countStarts(Math.min(end, start + skipped), end);
    if (end - start === indexBlockBytes) file.index.add(position / indexBlockBytes, starts);
    else file.index.finish(starts);
  }
  state.last = scan.bytes.slice(base + length - file.layout.unitBytes, base + length);
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

async function unitBefore(file: TextFile, position: number): Promise<Uint8Array> {
  const unit = new Uint8Array(file.layout.unitBytes);
  if (position > 0) await readFully(file, unit, position - unit.length);
  return unit;
}
