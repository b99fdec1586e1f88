import type { PptRecord } from "./records.ts";

/** Record instances with a second digest ([MS-ODRAW], 2.2.24 to 2.2.31). */
const twoDigests: ReadonlySet<number> = new Set([0x217, 0x3d5, 0x46b, 0x543, 0x6e1, 0x6e3, 0x6e5, 0x7a9]);

/** Types with a size header: EMF, WMF and PICT. */
const metafiles: ReadonlySet<number> = new Set([0xf01a, 0xf01b, 0xf01c]);

const digestBytes = 16;
const metafileHeaderBytes = 34;
const tagBytes = 1;

/** Returns the length of the fields before the bytes of an image: one or two digests, and a tag or a longer header. */
export function pictureHeaderBytes({ type, instance }: Pick<PptRecord, "type" | "instance">): readonly number[] {
  const digests = twoDigests.has(instance) ? [digestBytes, digestBytes] : [digestBytes];
  return [...digests, metafiles.has(type) ? metafileHeaderBytes : tagBytes];
}
