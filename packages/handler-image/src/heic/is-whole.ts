import { itemsEnd } from "./items-end.ts";

const maxBoxes = 10_000;

/**
 * Whether the boxes and items of an HEIF file end where it ends, or before; its decoders leave what is missing blank
 * without a word.
 */
export function isWhole(bytes: Uint8Array): boolean {
  return itemsEnd(bytes) <= bytes.length && areBoxesWhole(bytes);
}

function areBoxesWhole(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let count = 0; count < maxBoxes && at + 8 <= bytes.length; count += 1) {
    const length = view.getUint32(at);
    // 0 runs to the end, 1 has its length in the eight bytes after the tag.
    if (length === 0 || !isTag(bytes.subarray(at + 4, at + 8))) return true;
    if (length === 1 && at + 16 > bytes.length) return false;
    at += Math.max(8, length === 1 ? Number(view.getBigUint64(at + 8)) : length);
  }
  return at <= bytes.length;
}

/** What is none stands behind the file, and is no part of it. */
function isTag(tag: Uint8Array): boolean {
  return tag.every((byte) => byte >= 0x20 && byte < 0x7f);
}
