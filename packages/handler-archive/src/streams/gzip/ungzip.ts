import { throughTransform } from "@reader/unpack";
import { constants, crc32, createInflateRaw } from "node:zlib";
import { joined, streamReader, type StreamReader } from "../../bytes/stream-reader.ts";
import type { Unpack } from "../transforms.ts";
import { readHeader } from "./read-header.ts";

/** Large pieces: each one is a turn of the event loop. */
const chunkSize = 256 * 1024;

/** A sum and a size. */
const trailerBytes = 8;

/** More than what is ever under way to the program that inflates. */
const keptBytes = 1024 * 1024;

/**
 * Gzip, all members of the file. What stands behind the last and is no member is left out, as `gzip` does; Node's own
 * reader of gzip fails there, and loses what came just before.
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

/** The bytes of one member; the reader then stands right behind it. */
async function* inflated(reader: StreamReader): AsyncGenerator<Uint8Array> {
  // Cut off, it gives what there is: that its trailer is missing tells the fault.
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
