import { type MediaType, parseMediaType, withSupertypes } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { byteOrderMarks } from "../text/encoding/bom.ts";
import { unicodeText } from "../text/encoding/unicode-text.ts";
import { compoundTypeOf } from "./containers/compound-type.ts";
import { createPeek } from "./containers/peek.ts";
import { zipTypeOf } from "./containers/zip-type.ts";
import { disagreementOf } from "./disagreement.ts";
import { promisedType } from "./extensions.ts";
import { claimedType } from "./handler-type.ts";
import { signatureOf } from "./signatures.ts";
import type { SniffInput } from "./sniff-input.ts";
import { sniffText } from "./sniff-text.ts";
import { textSignatureOf } from "./text-signatures.ts";

/** Detects the type of bytes that are not plain UTF-8. Rejects only if `slice` does. */
export async function sniffBytes(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const signature = byteOrderMarks(head).length > 0 ? undefined : signatureOf(head);
  const text = signature === undefined ? await textIn(head, head.length >= size) : undefined;
  if (text !== undefined) return sniffText(input, text);
  const detected = signature === undefined ? await unsignedType(input) : await typeBySignature(input, signature);
  const claimed = claimedType(input, detected.mediaType);
  const found: Found = claimed === undefined ? detected : { mediaType: claimed, by: "handler" };
  const disagreement = disagreementOf(name, found.mediaType);
  return disagreement === undefined ? found : { ...found, disagreement: { extension: disagreement } };
}

async function textIn(head: Uint8Array, isWhole: boolean): Promise<SniffedText | undefined> {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const { detectText } = await import("../text/encoding/detect-encoding.ts");
  return detectText(head, isWhole);
}

type Found = Pick<Sniff, "mediaType" | "by">;

/** Returns the type of a signature. Containers are identified by their contents. */
async function typeBySignature(input: SniffInput, signature: MediaType): Promise<Found> {
  if (signature !== "application/zip" && signature !== "application/x-ole-storage") {
    return { mediaType: signature, by: "signature" };
  }
  return { mediaType: await containerTypeOf(input, signature), by: "container" };
}

/** Types whose files have the same or arbitrary entries, distinguished only by file extension. */
const endings: readonly (readonly [general: MediaType, ending: string, kind: MediaType])[] = [
  ["application/vnd.apple.iwork", ".pages", "application/vnd.apple.pages"],
  ["application/vnd.apple.iwork", ".numbers", "application/vnd.apple.numbers"],
  ["application/vnd.apple.iwork", ".key", "application/vnd.apple.keynote"],
  ["application/zip", ".kmz", "application/vnd.google-earth.kmz"],
];

/** Detects the type of a ZIP or compound file, by a limited read of its directory. */
async function containerTypeOf(input: SniffInput, signature: MediaType): Promise<MediaType> {
  const peek = createPeek(input);
  if (signature !== "application/zip") return compoundTypeOf(peek);
  const mediaType = (await zipTypeOf(peek)) ?? promisedKindOfZip(input.name) ?? signature;
  const name = input.name.toLowerCase();
  return endings.find(([general, ending]) => general === mediaType && name.endsWith(ending))?.[2] ?? mediaType;
}

/** Returns the type that the name of a damaged ZIP file promises. */
function promisedKindOfZip(name: string): MediaType | undefined {
  const promised = promisedType(name);
  return promised !== undefined && withSupertypes(promised).includes("application/zip") ? promised : undefined;
}

async function unsignedType(input: SniffInput): Promise<Found> {
  const document = textSignatureOf(input.head, input.name);
  if (document !== undefined) return { mediaType: document, by: "signature" };
  const rare = await rareTypeOf(input);
  return rare === undefined
    ? { mediaType: "application/octet-stream", by: "none" }
    : { mediaType: rare, by: "signature" };
}

/**
 * Detects the type of binary bytes without a known signature: by the file-type library, or else by a ZIP directory at
 * the end, as in self-extracting and prefixed archives. Returns `undefined` if the type remains unknown.
 */
async function rareTypeOf(input: SniffInput): Promise<MediaType | undefined> {
  const known = weakSignatureOf(input.head) ?? (await libraryTypeOf(input.head));
  if (known === undefined && isTruevision(input)) return "image/x-tga";
  return known ?? (await zipTypeOf(createPeek(input)));
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

/** The canonical name of each type for which the file-type library uses another. */
const canonical: Readonly<Record<MediaType, MediaType>> = {
  "application/x-rar-compressed": "application/vnd.rar",
  "application/x-sqlite3": "application/vnd.sqlite3",
  "application/x-msdownload": "application/vnd.microsoft.portable-executable",
  "image/x-icon": "image/vnd.microsoft.icon",
  "application/x-unix-archive": "application/x-archive",
  "video/matroska": "video/x-matroska",
};

async function libraryTypeOf(head: Uint8Array): Promise<MediaType | undefined> {
  const { fileTypeFromBuffer } = await import("file-type");
  try {
    const mime = (await fileTypeFromBuffer(head))?.mime;
    if (mime === undefined) return undefined;
    const mediaType = parseMediaType(mime);
    if (mediaType === "image/x-icon" && !hasImages(head)) return undefined;
    return canonical[mediaType] ?? mediaType;
  } catch {
    // The library throws on some damaged files. Their type remains unknown.
    return undefined;
  }
}

/**
 * True if the image count of an icon or cursor is positive. The four bytes before it also occur in Truevision images.
 */
function hasImages(head: Uint8Array): boolean {
  return (head[4] ?? 0) + (head[5] ?? 0) > 0;
}
