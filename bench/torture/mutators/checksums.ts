import { crc32 } from "node:zlib";
import { mutateBytes } from "./bytes.ts";
import { startsWith, type Mutator } from "./mutator.ts";

/** Damages the headers of 7z archives and makes their checksums right, so that the code after the checks is reached. */
export const sevenZipMutator: Mutator = {
  name: "7z",
  accepts: (bytes) => startsWith(bytes, "7z\xbc\xaf\x27\x1c") && bytes.length > 32,
  mutate: (bytes, { dice, donor }) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const headerAt = 32 + Number(view.getBigUint64(12, true));
    if (headerAt >= bytes.length) return undefined;
    const end = headerAt + Number(view.getBigUint64(20, true));
    const header = mutateBytes(bytes.slice(headerAt, end), { dice, donor: donor.slice(32) });
    const copy = new Uint8Array(Buffer.concat([bytes.subarray(0, headerAt), header]));
    const written = new DataView(copy.buffer);
    written.setBigUint64(20, BigInt(header.length), true);
    written.setUint32(28, crc32(header), true);
    written.setUint32(8, crc32(copy.subarray(12, 32)), true);
    return copy;
  },
};

/** Damages an XZ file behind its header, and makes the checksums of the block header and of the footer right. */
export const xzMutator: Mutator = {
  name: "xz",
  accepts: (bytes) => startsWith(bytes, "\xfd7zXZ\0") && bytes.length > 32,
  mutate: (bytes, { dice, donor }) => {
    const body = mutateBytes(bytes.slice(12, -12), { dice, donor: donor.slice(12) });
    const copy = new Uint8Array(Buffer.concat([bytes.subarray(0, 12), body, bytes.subarray(-12)]));
    const view = new DataView(copy.buffer);
    const blockBytes = ((copy[12] ?? 0) + 1) * 4;
    if (12 + blockBytes + 12 > copy.length) return copy;
    view.setUint32(12 + blockBytes - 4, crc32(copy.subarray(12, 12 + blockBytes - 4)), true);
    const footer = copy.length - 12;
    view.setUint32(footer, crc32(copy.subarray(footer + 4, footer + 10)), true);
    return copy;
  },
};
