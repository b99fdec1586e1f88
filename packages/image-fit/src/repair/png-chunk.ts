import { viewOf } from "../headers/measured-image.ts";

/** Length, tag and checksum of a chunk. */
export const chunkFrameBytes = 12;

/** A chunk of a PNG: length, tag, data and checksum. */
export async function pngChunk(tag: string, data: Uint8Array = new Uint8Array()): Promise<Uint8Array> {
  const { crc32 } = await import("node:zlib");
  const whole = new Uint8Array(data.length + chunkFrameBytes);
  const view = viewOf(whole);
  view.setUint32(0, data.length);
  whole.set(new TextEncoder().encode(tag), 4);
  whole.set(data, 8);
  view.setUint32(data.length + 8, crc32(whole.subarray(4, data.length + 8)));
  return whole;
}

/** The pieces one behind the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
