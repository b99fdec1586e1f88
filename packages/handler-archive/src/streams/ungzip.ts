import { constants, crc32, createInflateRaw } from "node:zlib";
import { throughTransform } from "@reader/unpack";
import { type ByteReader, joined, streamReader, type StreamReader } from "../bytes/byte-reader.ts";
import type { Unpack } from "./transforms.ts";

/** Large chunks, because each one takes a turn of the event loop. */
const chunkSize = 256 * 1024;

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
