import type { ByteReader } from "./byte-reader.ts";

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
