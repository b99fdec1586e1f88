import { readRange, type TextFile } from "./text-file.ts";

/** How far from its start a file is searched for its first byte beyond ASCII, and how much is taken from there. */
const maxSearchedBytes = 64 * 1024 * 1024;
const pieceBytes = 1024 * 1024;
const evidenceBytes = 256 * 1024;
/** Bytes before the first one beyond ASCII, so that its word is whole. */
const leadBytes = 64;

/**
 * The bytes around the first of a file that are not ASCII, in whole lines as far as there are any. Every window of the
 * file is decoded by what they say, so that the encoding does not depend on the window. Empty if there are none near
 * enough to the start.
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
