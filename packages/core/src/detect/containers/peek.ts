/** Reads parts of a file beyond its head, within limits, so that no directory makes detection slow. */
export interface Peek {
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Reads `[start, end)`: fewer bytes at the end of the file, and none once the limits are exhausted. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** The input of `createPeek`. */
export interface PeekInput {
  /** The first bytes of the file, already loaded. */
  readonly head: Uint8Array;
  readonly size: number;
  slice(start: number, end: number): Promise<Uint8Array>;
}

/**
 * Maximum total size of the reads, in bytes: enough for the tail and directory of a ZIP file and one entry, 64 KiB
 * each.
 */
const maxPeekBytes = 256 * 1024;
const maxPeekReads = 64;

/** Creates a `Peek` with limited bytes and reads. Reads within the head are served from it. */
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
