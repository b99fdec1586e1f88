import type { Source } from "@reader/core/handler";
import type { ByteReader } from "./byte-reader.ts";

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
