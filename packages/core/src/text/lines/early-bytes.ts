import { readRange, type TextFile } from "./text-file.ts";

/** How far a file is searched for its first non-ASCII byte, the read size, and the bytes returned from there on. */
const maxSearchedBytes = 64 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const evidenceBytes = 256 * 1024;
/** Bytes returned before the first non-ASCII byte, so that its word is complete. */
const leadBytes = 64;

/**
 * Returns the bytes around the first non-ASCII byte of a file, in whole lines where possible. Every window of the file
 * is decoded by this evidence, so that the encoding does not depend on the window. Returns an empty array if the
 * searched part of the file is pure ASCII.
 */
export async function earlyBytes(file: TextFile): Promise<Uint8Array> {
  const end = Math.min(file.size, maxSearchedBytes);
  for (let start = 0; start < end; start += pieceBytes) {
    file.deadline.check();
    const piece = await readRange(file, start, Math.min(end, start + pieceBytes));
    const first = piece.findIndex((byte) => byte >= 0x80);
    if (first >= 0)
      return wholeLines(await readRange(file, Math.max(0, start + first - leadBytes), start + first + evidenceBytes));
    if (piece.length === 0) break;
  }
  return new Uint8Array(0);
}

function wholeLines(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a) + 1;
  return end === 0 || bytes.length <= evidenceBytes ? bytes : bytes.subarray(0, end);
}
