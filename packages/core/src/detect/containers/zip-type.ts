import type { MediaType } from "../../contract/media-type.ts";
import type { Peek } from "./peek.ts";

const mediaTypePattern = /^[a-z]+\/[a-z0-9][\w.+-]{0,126}$/i;

/** The type of a document of Pages or Numbers whose content does not say which. */
const anyIwork: MediaType = "application/vnd.apple.iwork";

/** Types of ZIP files by the names of their entries, the more specific first. */
const kinds: readonly (readonly [RegExp, MediaType])[] = [
  [/^AndroidManifest\.xml$/, "application/vnd.android.package-archive"],
  [/^extension\.vsixmanifest$/, "application/vsix"],
  [/^[^/]+\.nuspec$/, "application/x-nupkg"],
  [/^[^/]+\.dist-info\/WHEEL$/, "application/x-wheel+zip"],
  [/^Payload\/[^/]+\.app\//, "application/x-ios-app"],
  [/^word\/document\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  [/^xl\/workbook\.bin$/i, "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  [/^xl\/workbook\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  [/^ppt\/presentation\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  [/^visio\/document\.xml$/i, "application/vnd.ms-visio.drawing"],
  [/^[^/]+\.fdseq$/i, "application/vnd.ms-xpsdocument"],
  [/^3D\/[^/]+\.model$/i, "model/3mf"],
  [/^ComicInfo\.xml$/i, "application/vnd.comicbook+zip"],
  [/^META-INF\/container\.xml$/, "application/epub+zip"],
  [/^META-INF\/MANIFEST\.MF$|^WEB-INF\/web\.xml$/i, "application/java-archive"],
  [/^index\.apxl(?:\.gz)?$|^Index\/(?:Master)?Slide[^/]*\.iwa$/, "application/vnd.apple.keynote"],
  [/^Index\/Document\.iwa$|^Index\.zip$|^buildVersionHistory\.plist$/, anyIwork],
  [/^doc\.kml$/, "application/vnd.google-earth.kmz"],
];

/** A FictionBook that is alone in its archive. */
const packedFb2: MediaType = "application/x-zip-compressed-fb2";

/**
 * Detects the type of a ZIP file: by the type that it declares, by its content types, or else by the names of its
 * entries. Returns `undefined` if the directory is missing, or if an Office document lacks its main part. A file that
 * does not start as ZIP counts only if it ends with a directory.
 */
export async function zipTypeOf(peek: Peek): Promise<MediaType | undefined> {
  const { entries, isWhole } = await readZipEntries(peek);
  const named = await typeByItself(peek, entries);
  if (named !== undefined) return named;
  const partTypes = findEntry(entries, "[content_types].xml");
  const contentTypes = partTypes === undefined ? "" : await readZipText(peek, partTypes);
  const kind = mainTypeIn(contentTypes) ?? kindByNames(entries);
  if (kind === anyIwork) return (await iworkTypeOf(peek, entries)) ?? kind;
  if (kind !== undefined) return kind;
  if (/(?:officedocument|ms-office)\.theme/i.test(contentTypes)) return "application/vnd.ms-officetheme";
  return isWhole && partTypes === undefined ? "application/zip" : undefined;
}

function kindByNames(entries: readonly ZipEntry[]): MediaType | undefined {
  const [first, ...others] = entries;
  if (first !== undefined && others.length === 0 && /\.fb2$/i.test(first.name)) return packedFb2;
  return kinds.find(([pattern]) => entries.some(({ name }) => pattern.test(name)))?.[1];
}

/**
 * Returns the type of a document of Pages or Numbers by its root: the first element, or the type of the first message,
 * which is 10000 in Pages, written as the bytes 90 4E, and 1 in Numbers.
 */
async function iworkTypeOf(peek: Peek, entries: readonly ZipEntry[]): Promise<MediaType | undefined> {
  const root = findEntry(entries, "index.xml") ?? findEntry(entries, "index/document.iwa");
  if (root === undefined) return undefined;
  const start = (await readZipText(peek, root, "latin1")).slice(0, rootCharacters);
  if (start.includes("<sl:document") || hasMessage(start, "\x90\x4e")) return "application/vnd.apple.pages";
  const isNumbers = start.includes("<ls:document") || hasMessage(start, "\x01");
  return isNumbers ? "application/vnd.apple.numbers" : undefined;
}

/** True if a message of this type follows: field 2, its length, then the type as field 1. */
function hasMessage(bytes: string, type: string): boolean {
  return Array.from(bytes).some((byte, at) => byte === "\x12" && bytes.startsWith(`\x08${type}`, at + 2));
}

const rootCharacters = 100;

/** Returns the declared type: EPUB and OpenDocument store it in a separate entry, OpenDocument also in its manifest. */
async function typeByItself(peek: Peek, entries: readonly ZipEntry[]): Promise<MediaType | undefined> {
  const mimetype = findEntry(entries, "mimetype");
  if (mimetype !== undefined) {
    const text = (await readZipText(peek, mimetype)).trim();
    if (mediaTypePattern.test(text)) return text.toLowerCase();
  }
  const manifest = findEntry(entries, "meta-inf/manifest.xml");
  if (manifest === undefined) return undefined;
  const root =
    /<[\w-]+:file-entry\b[^>]{0,400}full-path="\/"[^>]{0,400}>/.exec(await readZipText(peek, manifest))?.[0] ?? "";
  return /media-type="([a-z]+\/[\w.+-]{1,120})"/i.exec(root)?.[1]?.toLowerCase();
}

const officeMain = /ContentType="(application\/vnd\.[\w.-]{1,120}?)\.main(?:\+xml)?"/gi;

/**
 * Returns the type of an Office document from the content type of its main part, which is that type followed by
 * `.main`.
 */
function mainTypeIn(contentTypes: string): MediaType | undefined {
  const types = [...contentTypes.matchAll(officeMain)].map(([, type = ""]) => type.toLowerCase());
  const main = types.find((type) => !type.endsWith(".glossary"));
  if (main !== undefined) return main.includes("macroenabled") ? `${main}.12` : main;
  return /ms-package\.xps-|openxps/i.test(contentTypes) ? "application/vnd.ms-xpsdocument" : undefined;
}

function findEntry(entries: readonly ZipEntry[], name: string): ZipEntry | undefined {
  return entries.find((entry) => entry.name.toLowerCase().replaceAll("\\", "/") === name);
}

const headerBytes = 30;
const maxCompressedBytes = 32 * 1024;
const maxTextCharacters = 256 * 1024;

/** Reads the start of a small text inside a ZIP file; empty if it cannot be read. Never inflates more than 256 KiB. */
async function readZipText(peek: Peek, entry: ZipEntry, encoding = "utf-8"): Promise<string> {
  const header = await peek.read(entry.offset, entry.offset + headerBytes);
  if (header.length < headerBytes) return "";
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const start = entry.offset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  const length = entry.compressedBytes === 0 ? maxCompressedBytes : Math.min(entry.compressedBytes, maxCompressedBytes);
  const bytes = await peek.read(start, start + length);
  if (entry.method === 0) return new TextDecoder(encoding).decode(bytes);
  return entry.method === 8 ? inflateText(bytes, encoding) : "";
}

/** Inflates text. The part before damage, truncation or the limit is enough to detect a type. */
async function inflateText(bytes: Uint8Array, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = "";
  try {
    const inflated = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const pieces: AsyncIterable<Uint8Array> = inflated;
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > maxTextCharacters) break;
    }
  } catch {
    return text;
  }
  return text;
}

/** An entry of a ZIP file. */
interface ZipEntry {
  readonly name: string;
  /** The compression method: 0 is stored, 8 is deflated. */
  readonly method: number;
  readonly compressedBytes: number;
  /** The offset of its local header. */
  readonly offset: number;
}

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endRecord = 0x06054b50;
const zip64Locator = 0x07064b50;
const zip64End = 0x06064b50;

const endRecordBytes = 22;
/** Most files have no comment, so that the end record is within their last bytes. */
const shortTailBytes = 1024;
/** The end record with the longest comment (APPNOTE 4.3.16). */
const longestTailBytes = endRecordBytes + 65_535;
/** The start of a long directory is enough to detect the type. */
const maxDirectoryBytes = 64 * 1024;
const maxLocalBytes = 64 * 1024;

/** The first entries of a ZIP file. */
interface ZipListing {
  readonly entries: readonly ZipEntry[];
  /** True if the entries come from the directory. */
  readonly isWhole: boolean;
}

/**
 * Reads the first entries of a ZIP file from its directory. If the directory is missing, because the file is truncated
 * or damaged, reads the local headers of the entries. Returns no entries if it is not a ZIP file.
 */
async function readZipEntries(peek: Peek): Promise<ZipListing> {
  const directory = await locateDirectory(peek);
  if (directory !== undefined) {
    const { start, bytes, shift } = directory;
    const entries = parseDirectory(await peek.read(start, start + Math.min(bytes, maxDirectoryBytes)), shift);
    if (entries.length > 0 || bytes === 0) return { entries, isWhole: true };
  }
  const start = await peek.read(0, Math.min(peek.size, maxLocalBytes));
  return { entries: startsAsZip(start) ? parseLocalHeaders(start) : [], isWhole: false };
}

/**
 * True if the bytes start like a ZIP file. Other files may contain one, but count only if they end with a directory.
 */
function startsAsZip(start: Uint8Array): boolean {
  return start.length >= 4 && start[0] === 0x50 && start[1] === 0x4b;
}

interface Directory {
  readonly start: number;
  readonly bytes: number;
  /** The correction of offsets: the number of bytes before the actual ZIP file. */
  readonly shift: number;
}

async function locateDirectory(peek: Peek): Promise<Directory | undefined> {
  for (const length of [shortTailBytes, longestTailBytes]) {
    const from = Math.max(0, peek.size - length);
    const tail = await peek.read(from, peek.size);
    const at = lastIndexOfRecord(tail);
    if (at >= 0) return readEndRecord(peek, viewOf(tail.subarray(at)), from + at);
    if (from === 0) return undefined;
  }
  return undefined;
}

function lastIndexOfRecord(tail: Uint8Array): number {
  const view = viewOf(tail);
  for (let at = tail.length - endRecordBytes; at >= 0; at -= 1) {
    if (tail[at] === 0x50 && view.getUint32(at, true) === endRecord) return at;
  }
  return -1;
}

async function readEndRecord(peek: Peek, record: DataView, at: number): Promise<Directory> {
  const bytes = record.getUint32(12, true);
  const offset = record.getUint32(16, true);
  const isZip64 = offset === 0xffffffff || record.getUint16(10, true) === 0xffff;
  const wide = isZip64 ? await readZip64End(peek, at) : undefined;
  if (wide !== undefined) return wide;
  const start = Math.max(0, at - bytes);
  return { start, bytes, shift: start - offset };
}

async function readZip64End(peek: Peek, at: number): Promise<Directory | undefined> {
  const locator = viewOf(await peek.read(at - 20, at));
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== zip64Locator) return undefined;
  const recordAt = Number(locator.getBigUint64(8, true));
  const record = viewOf(await peek.read(recordAt, recordAt + 56));
  if (record.byteLength < 56 || record.getUint32(0, true) !== zip64End) return undefined;
  return { start: Number(record.getBigUint64(48, true)), bytes: Number(record.getBigUint64(40, true)), shift: 0 };
}

function parseDirectory(bytes: Uint8Array, shift: number): readonly ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= bytes.length && view.getUint32(at, true) === directoryHeader;) {
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      name: nameIn(bytes, at + 46, nameBytes),
      method: view.getUint16(at + 10, true),
      compressedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true) + shift,
    });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Finds local headers by their signature, because sizes may be stored after the data instead of in the header. */
function parseLocalHeaders(bytes: Uint8Array): readonly ZipEntry[] {
  const view = viewOf(bytes);
  const entries: ZipEntry[] = [];
  for (let at = bytes.indexOf(0x50); at >= 0 && at + 30 <= bytes.length; at = bytes.indexOf(0x50, at + 1)) {
    if (view.getUint32(at, true) !== localHeader) continue;
    const entry = localEntryAt(bytes, at);
    if (entry.name !== "") entries.push(entry);
  }
  return entries;
}

/** Parses the local header that starts here. `bytes` must contain at least its 30 bytes. */
function localEntryAt(bytes: Uint8Array, at: number): ZipEntry {
  const view = viewOf(bytes);
  return {
    name: nameIn(bytes, at + 30, view.getUint16(at + 26, true)),
    method: view.getUint16(at + 8, true),
    compressedBytes: view.getUint32(at + 18, true),
    offset: at,
  };
}

function nameIn(bytes: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(bytes.subarray(start, Math.min(start + length, bytes.length)));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
