import { Buffer } from "node:buffer";

/** The same bytes, with the searches that only a buffer has. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Where ASCII text stands, from a position on; -1 where it does not. */
export function findBytes(bytes: Uint8Array, text: string, from = 0): number {
  return bufferOf(bytes).indexOf(text, from, "latin1");
}

/** Where ASCII text stands last, from a position backwards; -1 where it does not. */
export function findLastBytes(bytes: Uint8Array, text: string, from: number = bytes.length): number {
  return bufferOf(bytes).lastIndexOf(text, from, "latin1");
}

/** UTF-8 as text; what is none becomes U+FFFD. */
export function textOfBytes(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return bufferOf(bytes).toString("utf8", start, end);
}

/** Bytes that are known to be ASCII, as text. */
export function latinTextOfBytes(bytes: Uint8Array, start: number, end: number): string {
  return bufferOf(bytes).toString("latin1", start, end);
}

/** All bytes in one piece; the piece itself where it is the only one. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = pieces;
  return pieces.length <= 1 ? first : Buffer.concat(pieces);
}
