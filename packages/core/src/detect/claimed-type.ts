import { matchesMediaType, type MediaType } from "../contract/media-type.ts";
import { handlerTypeOf } from "./handler-type.ts";
import type { SniffInput } from "./sniff-input.ts";

/** Types that say how bytes are packed, and not what they are: any format may be inside. */
const wrappers: ReadonlySet<MediaType> = new Set([
  "application/zip",
  "application/x-ole-storage",
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/zlib",
  "application/x-tar",
]);

/**
 * What a handler's `sniff` calls bytes that are told to be of `found`, where that leaves it open what they are for: it is
 * a wrapper such as ZIP, or no handler takes the very type. Undefined where the bytes have their reader, whose they stay
 * whatever the file is called.
 */
export function claimedType(input: SniffInput, found: MediaType): MediaType | undefined {
  const readers = input.handlers.filter(({ outlinesOnly }) => outlinesOnly === undefined);
  const isTaken = readers.some(({ mediaTypes }) => mediaTypes.some((pattern) => matchesMediaType(pattern, found)));
  return isTaken && !wrappers.has(found) ? undefined : handlerTypeOf({ ...input, handlers: readers });
}
