import { ReadError } from "@reader/core/handler";

/** Bytes of the first header of 7z (7zFormat.txt, "SignatureHeader"), behind which its offsets count. */
const headerBytes = 32;

/**
 * Throws where the end of a 7z archive is missing, which has the list of its members: the file is cut off, or the first
 * of several. The library takes such a file for an empty archive.
 */
export function checkWhole7z(bytes: Uint8Array, path: string): void {
  const is7z = bytes.length >= headerBytes && [0x37, 0x7a, 0xbc, 0xaf].every((byte, at) => bytes[at] === byte);
  if (!is7z) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const end = BigInt(headerBytes) + view.getBigUint64(12, true) + view.getBigUint64(20, true);
  if (end <= BigInt(bytes.length)) return;
  throw new ReadError(
    "corrupt",
    `${path} is cut off, or the first part of several, and its list of members is missing.`,
    {
      hint: "Join the parts first, as in `cat name.7z.* > name.7z`, or get the whole file.",
    },
  );
}
