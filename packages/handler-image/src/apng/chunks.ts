/** A chunk of a PNG, W3C PNG, 5.3. */
export interface Chunk {
  readonly tag: string;
  readonly data: Uint8Array;
}

const signatureBytes = 8;
const maxChunks = 100_000;

/** The chunks of a PNG in order, as far as they are whole. */
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
