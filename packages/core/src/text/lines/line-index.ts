/** Size of one index block, in bytes. A gigabyte of text takes 7630 counts, which is 61 KB. */
export const indexBlockBytes: number = 128 * 1024;

/**
 * Counts how many lines start before each block boundary of a file, as far as it has been scanned. Line 1 is not
 * counted, because no line ending precedes it. The index is sparse enough to stay small, and dense enough to find any
 * line by scanning one block.
 */
export interface LineIndex {
  /**
   * Returns the number of lines that start before byte `block * indexBlockBytes`. Known for `0 <= block <= blockCount`.
   */
  startsBefore(block: number): number;
  /** The number of scanned blocks. */
  readonly blockCount: number;
  /** Adds the count of a block. Ignores a block that is already known, because two reads may scan a file at once. */
  add(block: number, starts: number): void;
  /** The number of lines that start in the whole file; `undefined` until the scan has reached its end. */
  readonly total: number | undefined;
  /** Adds the count for the bytes after the last whole block, which end the file. */
  finish(startsInTail: number): void;
  /** Returns a copy of at most the first `count` blocks, without the total, for the same file after it grew. */
  firstBlocks(count: number): LineIndex;
  /** Large holes: NULs at `[start, end)`, and perhaps after it. Added by what has read them. */
  readonly holes: { readonly start: number; end: number }[];
  /** Returns the last block boundary with fewer than `starts` line starts before it. */
  blockOf(starts: number): number;
}

/** Initial capacity of an index, in blocks: enough for 8 MB of text. */
const minBlocks = 64;

/** Creates an empty index. */
export function createLineIndex(): LineIndex {
  return createFrom(new Float64Array(minBlocks + 1), 0);
}

function createFrom(counts: Float64Array<ArrayBuffer>, known: number): LineIndex {
  let cumulative = counts;
  let blockCount = known;
  let total: number | undefined;
  return {
    holes: [],
    get blockCount() {
      return blockCount;
    },
    get total() {
      return total;
    },
    startsBefore: (block) => cumulative[Math.min(block, blockCount)] ?? 0,
    add(block, starts) {
      if (block !== blockCount) return;
      if (blockCount + 1 === cumulative.length) cumulative = grown(cumulative);
      cumulative[blockCount + 1] = (cumulative[blockCount] ?? 0) + starts;
      blockCount += 1;
    },
    finish(startsInTail) {
      // Drop the spare capacity, which could take as much memory as the counts.
      cumulative = cumulative.slice(0, blockCount + 1);
      total = (cumulative[blockCount] ?? 0) + startsInTail;
    },
    firstBlocks: (count) => createFrom(cumulative.slice(), Math.min(blockCount, count)),
    blockOf: (starts) => lastBelow(cumulative, blockCount, starts),
  };
}

/**
 * Doubles the capacity. A finished index without whole blocks has no capacity to double, so `minBlocks` is the minimum.
 */
function grown(old: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(minBlocks, (old.length - 1) * 2) + 1);
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
