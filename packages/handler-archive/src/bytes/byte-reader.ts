import type { Source } from "@reader/core/handler";
import type { InflationMeter } from "@reader/unpack";

/** Reads bytes in order. */
export interface ByteReader {
  /** Reads the next bytes. Returns fewer only at the end. */
  take(length: number): Promise<Uint8Array>;
  /** Skips bytes. Returns the number of skipped bytes. */
  skip(length: number): Promise<number>;
  /** Streams the next bytes. Yields fewer only at the end. */
  pieces(length: number): AsyncGenerator<Uint8Array>;
}

/** Read size in bytes: slices may cross a pipe, and headers are close together. */
const windowBytes = 64 * 1024;

/** Creates a sequential reader of a file. Skipped bytes are not read. */
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

/** Counts the unpacked bytes of a stream. */
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

/** A reader of a stream. */
export interface StreamReader extends ByteReader {
  /** Puts back bytes that were just read. */
  unread(bytes: Uint8Array): void;
  /** Closes the stream. */
  close(): Promise<void>;
}

/** Creates a reader of a stream. */
export function streamReader(stream: AsyncIterable<Uint8Array>): StreamReader {
  const iterator = stream[Symbol.asyncIterator]();
  let piece: Uint8Array = new Uint8Array();
  /** Returns bytes of the current or next chunk, up to a maximum. Returns nothing at the end. */
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

/** Collects an iterable. */
export async function collected<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Joins chunks. */
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
