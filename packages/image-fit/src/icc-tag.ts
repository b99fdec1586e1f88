import { tagAt, viewOf } from "./headers/measured-image.ts";

const headerBytes = 128;
const tagEntryBytes = 12;
const maxTags = 200;

/** Where the data of a tag begins in an ICC profile (ICC.1:2022, 7.2 and 7.3); undefined where it has none. */
export function iccTag(profile: Uint8Array, tag: string): number | undefined {
  const view = viewOf(profile);
  if (view.byteLength < headerBytes + 4) return undefined;
  const count = Math.min(maxTags, view.getUint32(headerBytes));
  for (let index = 0; index < count; index += 1) {
    const entryAt = headerBytes + 4 + index * tagEntryBytes;
    if (entryAt + tagEntryBytes > view.byteLength) return undefined;
    if (tagAt(view, entryAt) === tag) return view.getUint32(entryAt + 4);
  }
  return undefined;
}
