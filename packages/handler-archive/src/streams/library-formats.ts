import * as zlib from "node:zlib";
import { constants, crc32, createInflateRaw } from "node:zlib";
import { ReadError } from "@reader/core/handler";
import { throughTransform } from "@reader/unpack";
import { type ByteReader, joined, streamReader, type StreamReader } from "../bytes/byte-reader.ts";

/** Matches the library's messages about an unsupported filter, checksum or dictionary size. */
const unsupported = /error code [346]\b/;

/** Unpacks all XZ streams of a file. Loads the library on first use. */
export const unxz: Unpack = async function* (packed) {
  const { XzReadableStream } = await loadLibrary();
  const iterator = packed[Symbol.asyncIterator]();
  const reader = new XzReadableStream(streamOf(iterator)).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof Error && unsupported.test(error.message) ? notRead(error) : error;
  } finally {
    // Ignored: it fails if it is closed early, and does not close its source after an error.
    await reader.cancel().catch(() => undefined);
    await iterator.return?.();
  }
};

function streamOf(iterator: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const step = await iterator.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
  });
}

function notRead(cause: Error): ReadError {
  return new ReadError("unsupported-type", "The XZ stream uses an unsupported filter, checksum or dictionary size.", {
    hint: "Unpack the file with `xz -d` first.",
    cause,
  });
}

interface Library {
  readonly XzReadableStream: new (packed: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

async function loadLibrary(): Promise<Library> {
  const library: Library & { readonly default?: Library } = await import("xz-decompress");
  return library.default ?? library;
}

/** Unpacks a stream. */
export type Unpack = (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Large chunks, because each one takes a turn of the event loop. */
const chunkSize = 256 * 1024;

/** Zstandard, which Node supports from 22.15. */
export const unzstd: Unpack = (packed) => {
  if (!("createZstdDecompress" in zlib)) {
    throw new ReadError("unsupported-type", "Zstandard needs Node 22.15 or later, and this one is older.", {
      hint: "Unpack the file with `zstd -d` first.",
    });
  }
  return throughTransform(packed, zlib.createZstdDecompress({ chunkSize }));
};

/** Size of the trailer: a checksum and a size. */
const trailerBytes = 8;

/** Number of bytes to keep: more than the inflater ever buffers. */
const keptBytes = 1024 * 1024;

/**
 * Unpacks all gzip members of a file. Ignores trailing data that is not a member, as `gzip` does. Node's own gzip
 * reader fails there and loses the data just before.
 */
export const ungzip: Unpack = async function* (packed) {
  const reader = streamReader(packed);
  try {
    if (!(await readHeader(reader))) throw new RangeError("there is no member");
    do yield* memberBytes(reader);
    while (await readHeader(reader));
  } finally {
    await reader.close();
  }
};

async function* memberBytes(reader: StreamReader): AsyncGenerator<Uint8Array> {
  let [sum, size] = [0, 0];
  for await (const piece of inflated(reader)) {
    sum = crc32(piece, sum);
    size = (size + piece.length) % 2 ** 32;
    yield piece;
  }
  const trailer = await reader.take(trailerBytes);
  if (trailer.length < trailerBytes) throw new RangeError("the bytes end");
  const view = new DataView(trailer.buffer, trailer.byteOffset, trailerBytes);
  if (view.getUint32(0, true) !== sum || view.getUint32(4, true) !== size) throw new RangeError("the sum is wrong");
}

/** Unpacks one member and leaves the reader right after it. */
async function* inflated(reader: StreamReader): AsyncGenerator<Uint8Array> {
  // A truncated member yields what is there. The missing trailer then reports the damage.
  const inflate = createInflateRaw({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH });
  const recent: Uint8Array[] = [];
  let [fed, kept] = [0, 0];
  async function* feed(): AsyncGenerator<Uint8Array> {
    for await (const piece of reader.pieces(Number.MAX_SAFE_INTEGER)) {
      fed += piece.length;
      kept += piece.length;
      recent.push(piece);
      while (kept - (recent[0]?.length ?? 0) > keptBytes) kept -= recent.shift()?.length ?? 0;
      yield piece;
    }
  }
  yield* throughTransform(feed(), inflate);
  const unused = fed - inflate.bytesWritten;
  const last = recent.at(-1) ?? new Uint8Array();
  const behind = unused <= last.length ? last : joined(recent);
  reader.unread(behind.subarray(behind.length - unused));
}

const fixedBytes = 10;

/** The gzip signature with deflate, the only method. */
const signature = [0x1f, 0x8b, 8];

const hasSum = 0x02;
const hasExtra = 0x04;
const hasName = 0x08;
const hasComment = 0x10;

/** Maximum length of a name or comment, far more than any program writes. */
const mostTextBytes = 64 * 1024;

/** Skips the header of a member (RFC 1952, 2.3). Returns false if there is no member. */
async function readHeader(reader: ByteReader): Promise<boolean> {
  const fixed = await reader.take(fixedBytes);
  const [, , , flags = 0] = fixed;
  if (!signature.every((byte, at) => fixed[at] === byte)) return false;
  if ((flags & hasExtra) !== 0) {
    const [low = 0, high = 0] = await reader.take(2);
    await reader.skip(low + 256 * high);
  }
  for (const flag of [hasName, hasComment]) if ((flags & flag) !== 0) await skipText(reader);
  if ((flags & hasSum) !== 0) await reader.skip(2);
  return true;
}

async function skipText(reader: ByteReader): Promise<void> {
  for (let length = 0; length < mostTextBytes; length += 1) {
    const [byte = 0] = await reader.take(1);
    if (byte === 0) return;
  }
  throw new RangeError("the name is too long");
}
