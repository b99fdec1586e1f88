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
  /** Adds the count of a block. One that is known already stays as it is: two reads may scan a file at once. */
  add(block: number, starts: number): void;
  /** How many lines start in the whole file, once the scan has reached its end. */
  readonly total: number | undefined;
  /** Adds what follows the last whole block, up to the end of the file. */
  finish(startsInTail: number): void;
  /** A copy of at most the first `count` blocks, without the end, for the same file after it grew. */
  firstBlocks(count: number): LineIndex;
  /** The last block boundary with fewer than `starts` line starts before it. */
  blockOf(starts: number): number;
}

/** Blocks that an index has room for at first: 8 MB of text. */
const minBlocks = 64;

/** An empty index. */
export function createLineIndex(): LineIndex {
  return createFrom(new Float64Array(minBlocks + 1), 0);
}

function createFrom(counts: Float64Array<ArrayBuffer>, known: number): LineIndex {
  let cumulative = counts;
  let blockCount = known;
  let total: number | undefined;
  return {
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
      // What doubling left over would make the index twice as large as what it knows.
      cumulative = cumulative.slice(0, blockCount + 1);
      total = (cumulative[blockCount] ?? 0) + startsInTail;
    },
    firstBlocks: (count) => createFrom(cumulative.slice(), Math.min(blockCount, count)),
    blockOf: (starts) => lastBelow(cumulative, blockCount, starts),
  };
}

/** An index that was cut to what it knows may know no block at all, and twice that is no room. */
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
