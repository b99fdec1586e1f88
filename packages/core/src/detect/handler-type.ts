import { type MediaType, matchesMediaType } from "../contract/media-type.ts";
import type { SniffInput } from "./sniff-input.ts";

/** Returns the first type that a handler recognises. A handler that throws recognises nothing. */
export function handlerTypeOf({ handlers, head, name }: SniffInput): MediaType | undefined {
  for (const handler of handlers) {
    try {
      // A handler may be written without TypeScript, and return anything.
      const mediaType: unknown = handler.sniff?.(head, name);
      if (typeof mediaType === "string") return mediaType;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Types that describe how bytes are packed, but not what they contain: any format may be inside. */
const wrappers: ReadonlySet<MediaType> = new Set([
  "application/zip",
  "application/x-ole-storage",
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/zlib",
  "application/x-tar",
  "application/vnd.rar",
  "application/x-7z-compressed",
]);

/**
 * Returns the type that a handler's `sniff` reports for bytes of the type `found`, if `found` leaves their purpose
 * open: it is a wrapper such as ZIP, or no handler accepts it. Returns `undefined` if a handler accepts the type, which
 * then applies whatever the name of the file.
 */
export function claimedType(input: SniffInput, found: MediaType): MediaType | undefined {
  const readers = input.handlers.filter(({ outlinesOnly }) => outlinesOnly === undefined);
  const isTaken = readers.some(({ mediaTypes }) => mediaTypes.some((pattern) => matchesMediaType(pattern, found)));
  return isTaken && !wrappers.has(found) ? undefined : handlerTypeOf({ ...input, handlers: readers });
}
