import { crc32 } from "node:zlib";
import type { Chunk } from "./chunks.ts";

const signature: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A PNG of these chunks. */
export function writePng(chunks: readonly Chunk[]): Uint8Array {
  const length = chunks.reduce((sum, { data }) => sum + 12 + data.length, signature.length);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes.set(signature);
  let at = signature.length;
  for (const { tag, data } of chunks) {
    view.setUint32(at, data.length);
    for (let index = 0; index < 4; index += 1) bytes[at + 4 + index] = tag.charCodeAt(index);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, crc32(bytes.subarray(at + 4, at + 8 + data.length)));
    at += 12 + data.length;
  }
  return bytes;
}
