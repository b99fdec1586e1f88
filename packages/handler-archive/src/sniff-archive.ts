import type { MediaType } from "@reader/core/handler";
import { isTarHeader } from "./tar/tar-header.ts";

/** Bytes before the first volume descriptor of a CD (ECMA-119, 6.2.1). Empty or a boot sector. */
const leastIsoBytes = 4096;

/** The usual header of an LZMA file, which has no signature, and a plausible dictionary size (lzma-file-format.txt). */
const lzmaStart = [0x5d, 0, 0];

/**
 * Recognises old tar archives (1979), which have only a checksum, CD images, whose signature is far from the start, and
 * LZMA.
 */
export function sniffArchive(head: Uint8Array, name: string): MediaType | undefined {
  if (isTarHeader(head)) return "application/x-tar";
  const isImage = /\.iso$/i.test(name) && head.length === leastIsoBytes && head.includes(0);
  if (/\.(?:lzma|tlz)$/i.test(name) && lzmaStart.every((byte, at) => head[at] === byte)) return "application/x-lzma";
  return isImage ? "application/x-iso9660-image" : undefined;
}
