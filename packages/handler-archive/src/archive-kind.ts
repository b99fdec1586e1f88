import type { MediaType } from "@reader/core/handler";
import { isTarHeader } from "./tar/tar-header.ts";

/** Bytes that tell archives apart. */
export const kindBytes = 512;

/** How an archive is read, and what it is called. */
export interface ArchiveKind {
  readonly reader: "zip" | "tar" | "stream" | "foreign";
  readonly mediaType: MediaType;
  readonly words: string;
}

type Mark = readonly [reader: ArchiveKind["reader"], mediaType: MediaType, words: string, bytes: string];

/** Signatures as Latin-1. */
const marks: readonly Mark[] = [
  ["zip", "application/zip", "ZIP archive", "PK\x03\x04"],
  ["zip", "application/zip", "ZIP archive", "PK\x05\x06"],
  ["zip", "application/zip", "ZIP archive", "PK\x07\x08"],
  ["zip", "application/zip", "ZIP archive", "PK00PK\x03\x04"],
  ["stream", "application/gzip", "gzip file", "\x1f\x8b"],
  ["stream", "application/x-bzip2", "bzip2 file", "BZh"],
  ["stream", "application/x-xz", "XZ file", "\xfd7zXZ\0"],
  ["stream", "application/zstd", "Zstandard file", "\x28\xb5\x2f\xfd"],
  ["stream", "application/x-lz4", "LZ4 file", "\x04\x22\x4d\x18"],
  ["stream", "application/x-lz4", "LZ4 file", "\x02\x21\x4c\x18"],
  ["stream", "application/x-compress", "compress'ed file", "\x1f\x9d"],
  ["foreign", "application/lzip", "tar archive (lzip)", "LZIP\x01"],
  ["foreign", "application/x-7z-compressed", "7z archive", "7z\xbc\xaf\x27\x1c"],
  ["foreign", "application/vnd.rar", "RAR archive", "Rar!\x1a\x07"],
  ["foreign", "application/vnd.ms-cab-compressed", "Windows cabinet", "MSCF\0\0\0\0"],
  ["foreign", "application/x-cpio", "cpio archive", "070701"],
  ["foreign", "application/x-cpio", "cpio archive", "070702"],
  ["foreign", "application/x-cpio", "cpio archive", "070707"],
  ["foreign", "application/x-cpio", "cpio archive", "\xc7\x71"],
  ["foreign", "application/vnd.debian.binary-package", "Debian package", "!<arch>\ndebian-binary"],
  ["foreign", "application/x-archive", "ar archive", "!<arch>\n"],
];

/** ZIP files that are more than that, by their type. */
const zipWords: ReadonlyMap<MediaType, string> = new Map([
  ["application/java-archive", "Java archive (ZIP)"],
  ["application/vnd.android.package-archive", "Android package (ZIP)"],
  ["application/x-ios-app", "iOS app (ZIP)"],
  ["application/vsix", "Visual Studio extension (ZIP)"],
  ["application/x-nupkg", "NuGet package (ZIP)"],
  ["application/x-wheel+zip", "Python wheel (ZIP)"],
  ["application/epub+zip", "EPUB book (ZIP)"],
  ["application/vnd.google-earth.kmz", "KMZ file (ZIP)"],
]);

const isoType = "application/x-iso9660-image";
const lzmaType = "application/x-lzma";

/** What the first bytes are, else what they were taken for; undefined where nothing here reads it. */
export function archiveKindOf(head: Uint8Array, sniffed: MediaType): ArchiveKind | undefined {
  const start = String.fromCharCode(...head.subarray(0, 32));
  const mark = marks.find(([, , , bytes]) => start.startsWith(bytes));
  if (mark !== undefined) {
    const [reader, mediaType, words] = mark;
    return { reader, mediaType, words: reader === "zip" ? (zipWords.get(sniffed) ?? words) : words };
  }
  if (isTarHeader(head)) return { reader: "tar", mediaType: "application/x-tar", words: "tar archive" };
  if (sniffed === isoType) return { reader: "foreign", mediaType: isoType, words: "ISO image" };
  if (sniffed === lzmaType) return { reader: "foreign", mediaType: lzmaType, words: "tar archive (LZMA)" };
  // Something may stand in front of a ZIP file, such as the program that unpacks it.
  const isPrefixed = sniffed === "application/zip" || zipWords.has(sniffed);
  return isPrefixed ? { reader: "zip", mediaType: sniffed, words: zipWords.get(sniffed) ?? "ZIP archive" } : undefined;
}
