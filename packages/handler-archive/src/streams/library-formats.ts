import { ReadError } from "@reader/core/handler";
import { throughTransform } from "@reader/unpack";
import * as zlib from "node:zlib";

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
