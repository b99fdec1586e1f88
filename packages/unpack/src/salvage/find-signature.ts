import { Buffer } from "node:buffer";
import type { OpenZipOptions } from "../zip.ts";

/** Bytes that are looked through at once. */
const pieceBytes = 1024 * 1024;

const signatureBytes = 4;

/** Where signatures stand from `start` on, one after the other; all of them start with `PK`. */
export async function* findSignatures(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): AsyncGenerator<number> {
  for (let at = start; at < source.size; at += pieceBytes) {
    const piece = await source.slice(at, at + pieceBytes + signatureBytes - 1);
    const buffer = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let found = buffer.indexOf("PK"); found >= 0; found = buffer.indexOf("PK", found + 1)) {
      const isWhole = found < pieceBytes && found + signatureBytes <= buffer.length;
      if (isWhole && wanted.includes(buffer.readUInt32LE(found))) yield at + found;
    }
  }
}

/** Where the first of several signatures stands from `start` on; undefined where none does. */
export async function findSignature(
  source: OpenZipOptions["source"],
  start: number,
  wanted: readonly number[],
): Promise<number | undefined> {
  for await (const at of findSignatures(source, start, wanted)) return at;
  return undefined;
}
