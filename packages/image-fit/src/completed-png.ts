import { crc32 } from "node:zlib";
import { tagAt, viewOf } from "./headers/measured-image.ts";

const signatureBytes = 8;
/** Length, tag and checksum of a chunk. */
const chunkFrameBytes = 12;

/** A PNG that ends inside its pixels, ended properly there; undefined for any other. */
export function completedPng(bytes: Uint8Array): Uint8Array | undefined {
  const view = viewOf(bytes);
  if (bytes.length < signatureBytes || view.getUint32(0) !== 0x89504e47) return undefined;
  let at = signatureBytes;
  while (at + chunkFrameBytes <= bytes.length) {
    const tag = tagAt(view, at + 4);
    const end = at + chunkFrameBytes + view.getUint32(at);
    if (end > bytes.length) return tag === "IDAT" ? endedAt(bytes, at) : undefined;
    if (tag === "IEND") return undefined;
    at = end;
  }
  return undefined;
}

/** What there is of the last chunk becomes all of it; the end of the file follows. */
function endedAt(bytes: Uint8Array, chunkAt: number): Uint8Array {
  const whole = new Uint8Array(bytes.length + 4 + chunkFrameBytes);
  const view = viewOf(whole);
  whole.set(bytes);
  view.setUint32(chunkAt, bytes.length - chunkAt - 8);
  view.setUint32(bytes.length, crc32(bytes.subarray(chunkAt + 4)));
  const end = new TextEncoder().encode("IEND");
  whole.set(end, bytes.length + 8);
  view.setUint32(bytes.length + 12, crc32(end));
  return whole;
}
