/** A look into a file beyond its head, bounded, so that no directory makes it long. */
export interface Peek {
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes of `[start, end)`; fewer at the end of the file, and none where the look has cost enough. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** What a peek is made of. */
export interface PeekInput {
  /** The first bytes, which cost nothing. */
  readonly head: Uint8Array;
  readonly size: number;
  slice(start: number, end: number): Promise<Uint8Array>;
}

/** The largest look: the tail and directory of a ZIP file and one entry, each of 64 KiB at most. */
const maxPeekBytes = 256 * 1024;
const maxPeekReads = 64;

/** Bounds a look into a file in bytes and in reads; what is in the head is taken from there. */
export function createPeek(input: PeekInput): Peek {
  const { head, size } = input;
  let bytesLeft = maxPeekBytes;
  let readsLeft = maxPeekReads;
  return {
    size,
    async read(start, end) {
      const to = Math.min(end, size);
      if (!Number.isSafeInteger(start) || start < 0 || start >= to) return new Uint8Array(0);
      if (to <= head.length) return head.subarray(start, to);
      if (to - start > bytesLeft || readsLeft === 0) return new Uint8Array(0);
      bytesLeft -= to - start;
      readsLeft -= 1;
      return input.slice(start, to);
    },
  };
}
