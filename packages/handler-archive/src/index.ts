import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };
import { isTarHeader } from "./tar/tar-header.ts";

/** The media types of the handler. Special kinds of ZIP files match by their supertype. */
export const archiveTypes: readonly MediaType[] = [
  "application/zip",
  "application/x-tar",
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/zstd",
  "application/x-lz4",
  "application/x-compress",
  "application/lzip",
  "application/x-lzma",
  "application/x-7z-compressed",
  "application/vnd.rar",
  "application/vnd.ms-cab-compressed",
  "application/x-cpio",
  "application/x-archive",
  "application/x-deb",
  "application/vnd.debian.binary-package",
  "application/x-iso9660-image",
];

/**
 * Creates a handler for archives and compressed files. It lists the members, and with `select` or `pages` reads
 * members, each with the handler for its type. Writes nothing and follows no links.
 */
export function archive(): Handler {
  return defineHandler({
    name: "archive",
    tables: "own",
    mediaTypes: archiveTypes,
    sniff: sniffArchive,
    version: manifest.version,
    origin: { module: "@reader/handler-archive", export: "archive" },
    canary,
    async *read(source, context) {
      const { readArchive } = await import("./read-archive.ts");
      yield* readArchive(source, context);
    },
    async info(source, context) {
      const { describeArchive } = await import("./read-archive.ts");
      return describeArchive(source, context);
    },
  });
}

/** Comic books by the ends of their names: images in an archive. */
const comicKinds: Readonly<Record<string, readonly [signature: string, mediaType: MediaType]>> = {
  cbz: ["PK", "application/vnd.comicbook+zip"],
  cbr: ["Rar!", "application/vnd.comicbook-rar"],
  cb7: ["7z\xbc\xaf", "application/x-cb7"],
  cbt: ["", "application/x-cbt"],
};

/**
 * Creates a handler for comic books: CBZ, CBR, CB7, CBT. The images in the archive are pages, in the natural order of
 * their names, each read with the handler for its type.
 */
export function comics(): Handler {
  return defineHandler({
    name: "comics",
    mediaTypes: Object.values(comicKinds).map(([, mediaType]) => mediaType),
    sniff: sniffComic,
    version: manifest.version,
    origin: { module: "@reader/handler-archive", export: "comics" },
    canary: comicCanary,
    async *read(source, context) {
      yield* (await import("./read-comic.ts")).readComic(source, context);
    },
    async info(source, context) {
      return (await import("./read-comic.ts")).describeComic(source, context);
    },
    async outline(source, context) {
      return (await import("./read-comic.ts")).outlineComic(source, context);
    },
  });
}

/** Recognises comic books by name and signature. The archives of some programs have the name of another format. */
export function sniffComic(head: Uint8Array, name: string): MediaType | undefined {
  const kind = comicKinds[/\.(cb[zr7t])$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  if (kind === undefined) return undefined;
  const start = String.fromCharCode(...head.subarray(0, 4));
  if (isTarHeader(head)) return comicKinds["cbt"]?.[1];
  return Object.values(comicKinds).find(([signature]) => signature !== "" && start.startsWith(signature))?.[1];
}

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

/** A ZIP file with the member `canary.txt`. */
const zip =
  "UEsDBBQAAAAAAAAAIQBTWjsQBQAAAAUAAAAKAAAAY2FuYXJ5LnR4dGFsaXZlUEsBAhQAFAAAAAAAAAAhAFNaOxAFAAAABQAAAAoA" +
  "AAAAAAAAAAAAAIABAAAAAGNhbmFyeS50eHRQSwUGAAAAAAEAAQA4AAAALQAAAAAA";

function canary(): Canary {
  return { name: "canary.zip", mediaType: "application/zip", bytes: bytesOf(zip), text: "canary.txt" };
}

/** A comic book of one empty page with the title `alive`. */
const comicBook =
  "UEsDBBQAAAAAAAAAIQDC8ImqKwAAACsAAAANAAAAQ29taWNJbmZvLnhtbDxDb21pY0luZm8+PFRpdGxlPmFsaXZlPC9UaXRsZT48L0Nv" +
  "bWljSW5mbz5QSwMEFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAUAAABhLmdpZlBLAQIUABQAAAAAAAAAIQDC8ImqKwAAACsAAAANAAAAAAAA" +
  "AAAAAACAAQAAAABDb21pY0luZm8ueG1sUEsBAhQAFAAAAAAAAAAhAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAIABVgAAAGEuZ2lmUEsF" +
  "BgAAAAACAAIAbgAAAHkAAAAAAA==";

function comicCanary(): Canary {
  const mediaType = "application/vnd.comicbook+zip";
  return { name: "canary.cbz", mediaType, bytes: bytesOf(comicBook), text: "alive" };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
