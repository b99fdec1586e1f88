import { crc32 } from "node:zlib";

/** A chunk of a PNG, W3C PNG, 5.3. */
export interface Chunk {
  readonly tag: string;
  readonly data: Uint8Array;
}

const signatureBytes = 8;
const maxChunks = 100_000;

/** Yields the complete chunks of a PNG in order. */
export function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = signatureBytes;
  for (let count = 0; count < maxChunks && at + 12 <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return;
    yield {
      tag: String.fromCharCode(...bytes.subarray(at + 4, at + 8)),
      data: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 12 + length;
  }
}

const signature: readonly number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Writes a PNG file from chunks. */
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
