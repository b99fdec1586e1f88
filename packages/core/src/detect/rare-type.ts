import { parseMediaType, type MediaType } from "../contract/media-type.ts";
import { createPeek } from "./peek.ts";
import type { SniffInput } from "./sniff-input.ts";
import { zipTypeOf } from "./containers/zip-type.ts";

/** The canonical name of each type for which the file-type library uses another. */
const canonical: Readonly<Record<MediaType, MediaType>> = {
  "application/x-rar-compressed": "application/vnd.rar",
  "application/x-sqlite3": "application/vnd.sqlite3",
  "application/x-msdownload": "application/vnd.microsoft.portable-executable",
  "image/x-icon": "image/vnd.microsoft.icon",
  "application/x-unix-archive": "application/x-archive",
  "video/matroska": "video/x-matroska",
};

/**
 * Detects the type of binary bytes without a known signature: by the file-type library, or else by a ZIP directory at
 * the end, as in self-extracting and prefixed archives. Returns `undefined` if the type remains unknown.
 */
export async function rareTypeOf(input: SniffInput): Promise<MediaType | undefined> {
  const known = weakSignatureOf(input.head) ?? (await libraryTypeOf(input.head));
  if (known === undefined && isTruevision(input)) return "image/x-tga";
  return known ?? (await prefixedZipTypeOf(input));
}

/** Signatures at a large offset, in formats without a signature at the start. */
const deepSignatures: readonly (readonly [mediaType: MediaType, at: number, signature: string])[] = [
  // A file starts with 512 meaningless bytes, then the length and the corners of the image, and then its version.
  ["image/x-pict", 522, "\0\x11\x02\xff\x0c\0"],
  ["image/x-photo-cd", 2048, "PCD_IPI"],
];

function deepSignatureOf(head: Uint8Array): MediaType | undefined {
  const found = deepSignatures.find(([, at, signature]) => {
    const marked = head.subarray(at, at + signature.length);
    return String.fromCharCode(...marked) === signature;
  });
  return found?.[0];
}

/** Detects formats with a weak signature by fields that are consistent. */
function weakSignatureOf(head: Uint8Array): MediaType | undefined {
  if (head.length < 10) return undefined;
  const deep = deepSignatureOf(head);
  if (deep !== undefined) return deep;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // RFC 1950: deflate with the usual window size; the two bytes of the header are a multiple of 31.
  if (view.getUint8(0) === 0x78 && view.getUint16(0) % 31 === 0) return "application/zlib";
  return isTable(view) ? "application/x-dbf" : undefined;
}

const truevisionKinds: ReadonlySet<number> = new Set([1, 2, 3, 9, 10, 11]);
const truevisionDepths: ReadonlySet<number> = new Set([8, 15, 16, 24, 32]);

/**
 * Detects Truevision images, which have no signature, by name, image type and bits per pixel (TGA 2.0, "TGA File
 * Header").
 */
function isTruevision({ head, name }: SniffInput): boolean {
  const [, palette = 2, kind = 0] = head;
  if (!/\.(?:tga|vda|icb|vst)$/i.test(name) || palette > 1) return false;
  return truevisionKinds.has(kind) && truevisionDepths.has(head[16] ?? 0);
}

const tableVersions: ReadonlySet<number> = new Set([0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5]);

/**
 * Detects dBASE tables: a version, the month and day of the last change, and a header of 32 bytes plus 32 per column.
 */
function isTable(view: DataView): boolean {
  const [month, day, headerBytes] = [view.getUint8(2), view.getUint8(3), view.getUint16(8, true)];
  if (!tableVersions.has(view.getUint8(0)) || month < 1 || month > 12 || day < 1 || day > 31) return false;
  return headerBytes > 32 && [0, 1, 8].includes(headerBytes % 32);
}

async function libraryTypeOf(head: Uint8Array): Promise<MediaType | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime;
    if (mime === undefined) return undefined;
    const mediaType = parseMediaType(mime);
    if (mediaType === "image/x-icon" && !hasPictures(head)) return undefined;
    return canonical[mediaType] ?? mediaType;
  } catch {
    // The library throws on some damaged files. Their type remains unknown.
    return undefined;
  }
}

/**
 * True if the image count of an icon or cursor is positive. The four bytes before it also occur in Truevision images.
 */
function hasPictures(head: Uint8Array): boolean {
  return (head[4] ?? 0) + (head[5] ?? 0) > 0;
}

async function prefixedZipTypeOf(input: SniffInput): Promise<MediaType | undefined> {
  return zipTypeOf(createPeek(input));
}
