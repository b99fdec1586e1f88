import { isTextType, type MediaType, parseMediaType, withSupertypes } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { byteOrderMarks } from "../text/encoding/bom.ts";
import { unicodeText } from "../text/encoding/unicode-text.ts";
import { createPeek, type Peek } from "./containers/peek.ts";
import { zipTypeOf } from "./containers/zip-type.ts";
import { disagreementOf } from "./disagreement.ts";
import { promisedType } from "./extensions.ts";
import { claimedType } from "./handler-type.ts";
import { signatureOf, textSignatureOf } from "./signatures.ts";
import type { SniffInput } from "./sniff-input.ts";
import { sniffText } from "./sniff-text.ts";

/** Detects the type of bytes that are not plain UTF-8. Rejects only if `slice` does. */
export async function sniffBytes(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const signature = byteOrderMarks(head).length > 0 ? undefined : signatureOf(head);
  const text = signature === undefined ? await textIn(head, head.length >= size) : undefined;
  if (text !== undefined && !isAroundNuls(text, head)) return sniffText(input, text);
  const found = await formatOf(input, signature);
  // Last, because the formats that file-type and handlers recognise may look like text with NULs.
  const around = found.by === "none" && mayBeText(name) ? (text ?? (await textAroundNuls(input))) : undefined;
  if (around !== undefined) return sniffText(input, around);
  const disagreement = disagreementOf(name, found.mediaType);
  return disagreement === undefined ? found : { ...found, disagreement: { extension: disagreement } };
}

/** Returns the type of a binary format, as a handler or else as its bytes have it. */
async function formatOf(input: SniffInput, signature: MediaType | undefined): Promise<Found> {
  const detected = signature === undefined ? await unsignedType(input) : await typeBySignature(input, signature);
  const claimed = claimedType(input, detected.mediaType);
  return claimed === undefined ? detected : { mediaType: claimed, by: "handler" };
}

async function textIn(head: Uint8Array, isWhole: boolean): Promise<SniffedText | undefined> {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const { detectText } = await import("../text/encoding/detect-encoding.ts");
  return detectText(head, isWhole);
}

/** True if the bytes are text but for NULs, which is weaker evidence than others. */
function isAroundNuls(text: SniffedText, head: Uint8Array): boolean {
  return isNarrow(text) && head.includes(0);
}

/** True for an encoding in which a NUL byte is a NUL character. */
function isNarrow({ encoding }: SniffedText): boolean {
  return !encoding.startsWith("utf-16") && !encoding.startsWith("utf-32");
}

/** True unless the name is that of a binary format, whose damaged or empty file has NULs too. */
function mayBeText(name: string): boolean {
  const promised = promisedType(name);
  return promised === undefined || isTextType(promised);
}

/** With fewer bytes other than NUL in the first bytes of a file, its type depends on the bytes after them. */
const fewBytes = 64;
/** How far the first text is searched, in bytes. */
const maxSearchedBytes = 4 * 1024 * 1024;
const searchBytes = 64 * 1024;

/**
 * Detects text in a file whose first bytes are hardly more than NULs: by these bytes, the first other ones after them,
 * and the end of the file.
 */
async function textAroundNuls(input: SniffInput): Promise<SniffedText | undefined> {
  const { head, size } = input;
  const { findNuls } = await import("../text/encoding/nul-runs.ts");
  if (findNuls(head).textBytes >= fewBytes || head.length >= size) return undefined;
  const end = Math.min(size, maxSearchedBytes);
  let first: Uint8Array = new Uint8Array();
  for (let at = head.length; at < end && first.length === 0; at += searchBytes) {
    const bytes = await input.slice(at, Math.min(end, at + searchBytes));
    const start = bytes.findIndex((byte) => byte !== 0);
    // At the start of a code unit of any size.
    if (start >= 0) first = bytes.subarray(start - (start % 4), start + head.length);
  }
  const last = await input.slice(Math.max(head.length, size - head.length), size);
  const text = await textIn(Uint8Array.of(...head, ...first, ...last), false);
  return text !== undefined && (isNarrow(text) || text.bomBytes > 0) ? text : undefined;
}

type Found = Pick<Sniff, "mediaType" | "by">;

/** Returns the type of a signature. Containers are identified by their contents. */
async function typeBySignature(input: SniffInput, signature: MediaType): Promise<Found> {
  if (signature !== "application/zip" && signature !== "application/x-ole-storage") {
    return { mediaType: signature, by: "signature" };
  }
  const inside = await containerTypeOf(input, signature);
  return inside === undefined ? { mediaType: signature, by: "signature" } : { mediaType: inside, by: "container" };
}

/** Types whose files have the same or arbitrary entries, distinguished only by file extension. */
const endings: readonly (readonly [general: MediaType, ending: string, kind: MediaType])[] = [
  ["application/vnd.apple.iwork", ".pages", "application/vnd.apple.pages"],
  ["application/vnd.apple.iwork", ".numbers", "application/vnd.apple.numbers"],
  ["application/vnd.apple.iwork", ".key", "application/vnd.apple.keynote"],
  ["application/zip", ".kmz", "application/vnd.google-earth.kmz"],
];

/**
 * Detects the type of a ZIP or compound file, by a limited read of its directory. Without a directory, as in a file that
 * is cut off, returns the type that the name promises, or `undefined`.
 */
async function containerTypeOf(input: SniffInput, signature: MediaType): Promise<MediaType | undefined> {
  const peek = createPeek(input);
  const found = signature === "application/zip" ? await zipTypeOf(peek) : await compoundTypeOf(peek);
  const mediaType = found ?? promisedKindOf(input.name, signature);
  const name = input.name.toLowerCase();
  return endings.find(([general, ending]) => general === mediaType && name.endsWith(ending))?.[2] ?? mediaType;
}

/** Returns the type that the name of a container promises. */
function promisedKindOf(name: string, container: MediaType): MediaType | undefined {
  const promised = promisedType(name);
  return promised !== undefined && withSupertypes(promised).includes(container) ? promised : undefined;
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
  if (known === undefined && (await isDiscImage(input))) return "application/x-iso9660-image";
  return known ?? (await zipTypeOf(createPeek(input)));
}

/** Bytes before the first volume descriptor of a CD, empty or a boot sector (ECMA-119, 6.2.1). */
const systemAreaBytes = 32_768;
/** The identifier of a volume descriptor, after the byte of its type (ECMA-119, 8.1.2). */
const volumeIdentifier = "CD001";

/** Detects CD and DVD images, whose signature is far from the start. */
async function isDiscImage(input: SniffInput): Promise<boolean> {
  const start = systemAreaBytes + 1;
  const end = start + volumeIdentifier.length;
  return input.size >= end && String.fromCharCode(...(await input.slice(start, end))) === volumeIdentifier;
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

/** The type of a compound file about which nothing more is known. */
const anyCompound: MediaType = "application/x-ole-storage";

/** Streams and storages that identify the program, the more specific first. */
const kinds: readonly (readonly [RegExp, MediaType])[] = [
  [/^EncryptedPackage$/i, "application/x-ooxml-encrypted"],
  [/^WordDocument$/i, "application/msword"],
  [/^PowerPoint Document$|^PP40$|^PP97_DUALSTORAGE$/i, "application/vnd.ms-powerpoint"],
  [/^__properties_version1\.0$|^__nameid_version1\.0$|^__substg1\.0_/i, "application/vnd.ms-outlook"],
  [/^VisioDocument$/i, "application/vnd.visio"],
  [/^Quill$/i, "application/x-mspublisher"],
  [/^Props(?:9|1[24])?$|^ {3}1\d\d$/i, "application/vnd.ms-project"],
  [/^MatOST$|^WksSSWorkBook$/i, "application/vnd.ms-works"],
  [/^.?HwpSummaryInformation$/i, "application/x-hwp"],
  [/^StarWriterDocument$/i, "application/vnd.stardivision.writer"],
  [/^StarCalcDocument$/i, "application/vnd.stardivision.calc"],
  [/^StarImpressDocument$|^StarDrawDocument3?$/i, "application/vnd.stardivision.impress"],
  [/^Workbook$|^Book$/i, "application/vnd.ms-excel"],
  // Names in installer packages are encoded in these code points.
  [/^[\u3800-\u4840]{2,}$/, "application/x-msi"],
];

/** Classes of documents whose streams have other names, by the first half of the class ID. */
const classes: Readonly<Record<string, MediaType>> = {
  "0609020000000000": "application/msword",
  "0009020000000000": "application/msword",
  "2008020000000000": "application/vnd.ms-excel",
  "1008020000000000": "application/vnd.ms-excel",
  "108d81649b4fcf11": "application/vnd.ms-powerpoint",
  "0b0d020000000000": "application/vnd.ms-outlook",
  b25aa40e0a9ed111: "application/vnd.ms-works",
  "84100c0000000000": "application/x-msi",
};

/**
 * Returns the type of a compound file: by the names at its top level, or else by the class of the document. Returns
 * `undefined` if its directory is missing.
 */
async function compoundTypeOf(peek: Peek): Promise<MediaType | undefined> {
  const directory = await readCompoundDirectory(peek);
  if (directory === undefined) return undefined;
  const { names, classId } = directory;
  const byName = kinds.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1];
  return byName ?? classes[classId.slice(0, 16)] ?? anyCompound;
}

/** The top level of a compound file. */
interface CompoundDirectory {
  /** The names of the streams and storages directly inside. If the tree is damaged, all names found. */
  readonly names: readonly string[];
  /** The class ID of the document, as hexadecimal digits in file order. */
  readonly classId: string;
}

const headerBytes = 512;
const entryBytes = 128;
/**
 * Maximum number of directory sectors read: with 512 bytes each, 96 entries. The names that identify a type come early.
 */
const maxSectors = 24;
const firstFatSlots = 109;
const noEntry = 0xffffffff;

/** Reads the top level of a compound file (MS-CFB); `undefined` if its header is invalid. */
async function readCompoundDirectory(peek: Peek): Promise<CompoundDirectory | undefined> {
  const header = await peek.read(0, headerBytes);
  const view = viewOf(header);
  const shift = header.length < headerBytes ? 0 : view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return undefined;
  const entries: Entry[] = [];
  let sector = view.getUint32(48, true);
  for (let count = 0; count < maxSectors && isSector(sector, peek.size >> 9); count += 1) {
    const start = (sector + 1) * 2 ** shift;
    entries.push(...parseEntries(await peek.read(start, start + 2 ** shift)));
    sector = await nextSector(peek, { header: view, shift }, sector);
  }
  if (entries.length === 0) return undefined;
  const names = topNames(entries);
  return { names: names.length > 0 ? names : entries.map(({ name }) => name), classId: entries[0]?.classId ?? "" };
}

interface Entry {
  readonly name: string;
  readonly classId: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

function parseEntries(bytes: Uint8Array): readonly Entry[] {
  const view = viewOf(bytes);
  const entries: Entry[] = [];
  for (let at = 0; at + entryBytes <= bytes.length; at += entryBytes) {
    const units = Math.min(31, Math.max(0, view.getUint16(at + 64, true) / 2 - 1));
    const codes = Array.from({ length: Math.floor(units) }, (_, index) => view.getUint16(at + index * 2, true));
    const classId = Array.from(bytes.subarray(at + 80, at + 96), (byte) => byte.toString(16).padStart(2, "0")).join("");
    entries.push({
      name: String.fromCharCode(...codes),
      classId,
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
    });
  }
  return entries;
}

/**
 * Returns the names at the top level. The directory is a tree of siblings below the root. Visits each entry once, so
 * that loops end.
 */
function topNames(entries: readonly Entry[]): readonly string[] {
  const names: string[] = [];
  const seen = new Set<number>();
  const pending = [entries[0]?.child ?? noEntry];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    const entry = entries[index];
    if (entry === undefined || seen.has(index)) continue;
    seen.add(index);
    names.push(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

/** Looks up the next sector in the allocation table. The header lists the first sectors of the table. */
async function nextSector(peek: Peek, file: { header: DataView; shift: number }, sector: number): Promise<number> {
  const slots = 2 ** file.shift / 4;
  const index = Math.floor(sector / slots);
  if (index >= firstFatSlots) return noEntry;
  const table = file.header.getUint32(76 + index * 4, true);
  if (!isSector(table, peek.size >> 9)) return noEntry;
  const start = (table + 1) * 2 ** file.shift + (sector % slots) * 4;
  const bytes = await peek.read(start, start + 4);
  return bytes.length < 4 ? noEntry : viewOf(bytes).getUint32(0, true);
}

function isSector(sector: number, count: number): boolean {
  return sector <= Math.max(count, 1);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
