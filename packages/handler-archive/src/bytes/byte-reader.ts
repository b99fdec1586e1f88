import type { Source } from "@reader/core/handler";
import type { InflationMeter } from "@reader/unpack";

/** Reads bytes in order. */
export interface ByteReader {
  /** The next bytes; fewer only where they end. */
  take(length: number): Promise<Uint8Array>;
  /** Leaves bytes out; gives how many there were to be left out. */
  skip(length: number): Promise<number>;
  /** The next bytes in pieces; fewer only where they end. */
  pieces(length: number): AsyncGenerator<Uint8Array>;
}

/** Bytes that are read at once: slices may go over a pipe, and headers stand close together. */
const windowBytes = 64 * 1024;

/** Reads a file in order, and leaves bytes out without reading them. */
export function sourceReader({ size, slice, stream }: Pick<Source, "size" | "slice" | "stream">): ByteReader {
  let position = 0;
  let windowAt = 0;
  let window: Uint8Array = new Uint8Array();
  return {
    async take(length) {
      const end = Math.min(size, position + length);
      if (position < windowAt || end > windowAt + window.length) {
        windowAt = position;
        window = await slice(position, Math.min(size, Math.max(end, position + windowBytes)));
      }
      const taken = window.subarray(position - windowAt, Math.max(position, end) - windowAt);
      position += taken.length;
      return taken;
    },
    skip(length) {
      const skipped = Math.min(length, size - position);
      position += skipped;
      return Promise.resolve(skipped);
    },
    async *pieces(length) {
      const start = position;
      position = Math.min(size, position + length);
      if (position > start) yield* stream({ start, end: position });
    },
  };
}

/** Pieces that come out of so many packed bytes, counted as they come. */
export async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  meter: InflationMeter,
  packedBytes: () => number,
): AsyncGenerator<Uint8Array> {
  let inflatedBytes = 0;
  for await (const piece of pieces) {
    inflatedBytes += piece.length;
    meter.count(piece.length, { packedBytes: packedBytes(), inflatedBytes });
    yield piece;
  }
}

/** A reader of bytes that come in pieces. */
export interface StreamReader extends ByteReader {
  /** Puts bytes back that were read last. */
  unread(bytes: Uint8Array): void;
  /** Leaves the rest. */
  close(): Promise<void>;
}

/** Reads bytes that come in pieces. */
export function streamReader(stream: AsyncIterable<Uint8Array>): StreamReader {
  const iterator = stream[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array();
  /** At most so many bytes of the piece at hand, or of the next one; none at the end. */
  const next = async (most: number): Promise<Uint8Array> => {
    while (piece.length === 0) {
      const step = await iterator.next();
      if (step.done === true) return piece;
      piece = step.value;
    }
    const taken = piece.subarray(0, most);
    piece = piece.subarray(taken.length);
    return taken;
  };
  async function* pieces(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0;) {
      const taken = await next(left);
      if (taken.length === 0) return;
      left -= taken.length;
      yield taken;
    }
  }
  return {
    pieces,
    async take(length) {
      const first = await next(length);
      return first.length === length ? first : joined([first, ...(await collected(pieces(length - first.length)))]);
    },
    async skip(length) {
      let skipped = 0;
      for await (const taken of pieces(length)) skipped += taken.length;
      return skipped;
    },
    unread(bytes) {
      piece = joined([bytes, piece]);
    },
    async close() {
      await iterator.return?.();
    },
  };
}

/** All of an iterable. */
export async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Pieces as one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const filled = pieces.filter(({ length }) => length > 0);
  const [only] = filled;
  if (only !== undefined && filled.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
