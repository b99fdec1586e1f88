import { ReadError } from "@reader/core/handler";
import { throughTransform } from "@reader/unpack";
import * as zlib from "node:zlib";

/** Unpacks bytes that come in pieces. */
export type Unpack = (packed: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Large pieces: each one is a turn of the event loop. */
const chunkSize = 256 * 1024;

/** Zstandard, which Node knows from 22.15 on. */
export const unzstd: Unpack = (packed) => {
  if (!("createZstdDecompress" in zlib)) {
    throw new ReadError("unsupported-type", "Zstandard needs Node 22.15 or later, and this one is older.", {
      hint: "Unpack the file with `zstd -d` first.",
    });
  }
  return throughTransform(packed, zlib.createZstdDecompress({ chunkSize }));
};
