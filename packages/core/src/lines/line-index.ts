/** Bytes of one block of the index: 7630 counts, 61 KB, for each gigabyte of text. */
export const indexBlockBytes: number = 128 * 1024;

/**
 * How many lines start before each block boundary of a file, as far as it has been scanned. Line 1 is not counted:
 * it starts without a line end before it. Sparse, so that it stays small, and dense enough that any line is found by
 * scanning one block.
 */
export interface LineIndex {
  /** `startsBefore(i)` lines start before byte `i * indexBlockBytes`; known for `0 <= i <= blockCount`. */
  startsBefore(block: number): number;
  /** How many blocks have been scanned. */
  readonly blockCount: number;
  /** Appends the count of the next block. */
  push(starts: number): void;
  /** How many lines start in the whole file, once the scan has reached its end. */
  readonly total: number | undefined;
  finish(startsInTail: number): void;
  /** Forgets the end and the blocks from `blockCount` on, because the file grew or shrank. */
  reopen(blockCount: number): void;
  /** The last block boundary with fewer than `starts` line starts before it. */
  blockOf(starts: number): number;
}

/** An empty index. */
export function createLineIndex(): LineIndex {
  let cumulative = new Float64Array(65);
  let blockCount = 0;
  let total: number | undefined;
  return {
    get blockCount() {
      return blockCount;
    },
    get total() {
      return total;
    },
    startsBefore: (block) => cumulative[Math.min(block, blockCount)] ?? 0,
    push(starts) {
      if (blockCount + 1 === cumulative.length) cumulative = grown(cumulative);
      cumulative[blockCount + 1] = (cumulative[blockCount] ?? 0) + starts;
      blockCount += 1;
    },
    finish(startsInTail) {
      total = (cumulative[blockCount] ?? 0) + startsInTail;
    },
    reopen(kept) {
      blockCount = Math.min(blockCount, kept);
      total = undefined;
    },
    blockOf: (starts) => lastBelow(cumulative, blockCount, starts),
  };
}

function grown(old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array((old.length - 1) * 2 + 1);
  larger.set(old);
  return larger;
}

function lastBelow(cumulative: Float64Array, count: number, starts: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((cumulative[middle] ?? 0) < starts) low = middle;
    else high = middle - 1;
  }
  return low;
}
