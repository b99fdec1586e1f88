import { Buffer } from "node:buffer";

/** Returns a `Buffer` over the same bytes, for its search methods. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the first position of ASCII text at or after `from`, or -1. */
export function findBytes(bytes: Uint8Array, text: string, from = 0): number {
  return bufferOf(bytes).indexOf(text, from, "latin1");
}

/** Returns the last position of ASCII text at or before `from`, or -1. */
export function findLastBytes(bytes: Uint8Array, text: string, from: number = bytes.length): number {
  return bufferOf(bytes).lastIndexOf(text, from, "latin1");
}

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
export function textOfBytes(bytes: Uint8Array, start = 0, end: number = bytes.length): string {
  return bufferOf(bytes).toString("utf8", start, end);
}

/** Decodes bytes that are known to be ASCII. */
export function latinTextOfBytes(bytes: Uint8Array, start: number, end: number): string {
  return bufferOf(bytes).toString("latin1", start, end);
}

/** Joins chunks. Returns a single chunk as it is. */
export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first = new Uint8Array()] = chunks;
  return chunks.length <= 1 ? first : Buffer.concat(chunks);
}
