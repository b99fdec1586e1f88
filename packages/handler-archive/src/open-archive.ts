import { type HandlerContext, type MediaType, ReadError, type Source } from "@reader/core/handler";
import { createInflationMeter, type InflationMeter } from "@reader/unpack";
import { counted, joined, sourceReader, streamReader, type StreamReader } from "./bytes/byte-reader.ts";
import type { Archive, Member } from "./bytes/member.ts";
import { foreignMembers } from "./foreign/foreign-members.ts";
import { missingEndWords } from "./foreign/missing-end.ts";
import { tarMembers } from "./tar/read-tar.ts";
import { isTarHeader } from "./tar/tar-header.ts";
import { openZipArchive } from "./zip-archive.ts";
import { uncompress, unlz4 } from "./streams/dictionary-coders.ts";
import { ungzip, type Unpack, unxz, unzstd } from "./streams/library-formats.ts";
import { unbzip2 } from "./streams/unbzip2.ts";

/** A single compressed file, without a list of members. */
export interface PackedFile {
  /** The compression, such as `gzip`. */
  readonly packing: string;
  /** Streams its bytes and counts them. */
  content(): AsyncIterable<Uint8Array>;
}

/** An archive or a single compressed file. */
export type Opened =
  | { readonly type: "archive"; readonly archive: Archive; close(): Promise<void> }
  | { readonly type: "file"; readonly file: PackedFile; close(): Promise<void> };

const nothing = (): Promise<void> => Promise.resolve();

/** Opens a file by its first bytes. Throws `corrupt` if the type is not supported. */
export async function openArchive(source: Source, context: HandlerContext): Promise<Opened> {
  context.signal.throwIfAborted();
  const kind = archiveKindOf(await source.head(kindBytes), source.sniff.mediaType);
  if (kind === undefined)
    throw new ReadError("corrupt", `${source.path} is not an archive, or is damaged at its start.`);
  const meter = createInflationMeter(source.path, context.budget);
  const { password } = context;
  const { words } = kind;
  switch (kind.reader) {
    case "zip":
      return { type: "archive", archive: await openZipArchive(source, { meter, words, password }), close: nothing };
    case "tar": {
      const members = tarMembers({ path: source.path, reader: sourceReader(source), meter });
      return { type: "archive", archive: unlisted(words, members), close: nothing };
    }
    case "stream":
      return openStream({ source, context, meter }, kind);
    case "foreign":
      return openForeignArchive({ source, context, meter }, kind);
  }
}

interface Input {
  readonly source: Source;
  readonly context: HandlerContext;
  readonly meter: InflationMeter;
}

/** Creates an archive whose members can only be read in sequence. */
function unlisted(kind: string, members: AsyncIterable<Member>): Archive {
  return { kind, summary: undefined, comment: "", notes: [], members: () => members };
}

/** Compression formats that are handled here only around an archive, with their unpackers. */
const packings: ReadonlyMap<MediaType, string> = new Map([
  ["application/lzip", "lzip"],
  ["application/x-lzma", "xz"],
]);

async function openForeignArchive(
  { source, context, meter }: Input,
  { words, mediaType }: Pick<ArchiveKind, "words" | "mediaType">,
  unpackedBytes?: Uint8Array,
): Promise<Opened> {
  const bytes = unpackedBytes ?? (await source.bytes());
  const { password } = context;
  const packedBy = packings.get(mediaType);
  const packing = packedBy === undefined ? {} : { packedBy };
  const members = foreignMembers({ path: source.path, bytes, password, meter, ...packing });
  const archive = { ...unlisted(words, members), notes: missingEndWords(bytes, mediaType) };
  return { type: "archive", archive, close: nothing };
}

/** Opens a compressed file as an archive or a single file, depending on its content. */
async function openStream(input: Input, { mediaType }: ArchiveKind): Promise<Opened> {
  const { source, meter } = input;
  const format = streamFormatOf(mediaType);
  if (format === undefined) throw new ReadError("unsupported-type", `${source.path} has an unknown compression.`);
  let packedBytes = 0;
  async function* packed(): AsyncGenerator<Uint8Array> {
    for await (const block of inBlocks(source.stream())) {
      packedBytes += block.length;
      yield block;
    }
  }
  const reader = streamReader(counted(unpacked(format, packed(), source.path), meter, () => packedBytes));
  const close = (): Promise<void> => reader.close();
  try {
    const head = await reader.take(kindBytes);
    const inner = archiveKindOf(head, "");
    if (inner?.mediaType === "application/x-cpio") {
      const kind = { words: `cpio archive (${format.words})`, mediaType };
      const bytes = await wholeCpio(head, reader, mediaType);
      await close();
      return await openForeignArchive(input, kind, bytes);
    }
    const whole = streamReader(inFront(head, reader.pieces(Number.MAX_SAFE_INTEGER)));
    if (inner?.reader !== "tar") {
      const content = (): AsyncIterable<Uint8Array> => whole.pieces(Number.MAX_SAFE_INTEGER);
      return { type: "file", file: { packing: format.words, content }, close };
    }
    const uncounted = { left: Number.POSITIVE_INFINITY, count: () => undefined };
    const members = tarMembers({ path: source.path, reader: whole, meter: uncounted });
    return { type: "archive", archive: unlisted(`tar archive (${format.words})`, members), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Compression that the library removes itself, as far as a file is intact. */
const libraryPackings: ReadonlySet<MediaType> = new Set([
  "application/gzip",
  "application/x-bzip2",
  "application/x-xz",
  "application/x-compress",
]);

/**
 * Maximum size of a compressed cpio archive that is unpacked before the library reads it, because the library copies it
 * and does not count the bytes.
 */
const wholeCpioBytes = 64 * 1024 * 1024;

/**
 * Returns the unpacked cpio archive, so that its trailer can be checked. Returns `undefined` if the library must unpack
 * it: for a larger archive, or a damaged one, of which it lists the intact part.
 */
async function wholeCpio(
  head: Uint8Array,
  reader: StreamReader,
  mediaType: MediaType,
): Promise<Uint8Array | undefined> {
  const isLibrarys = libraryPackings.has(mediaType);
  const most = isLibrarys ? wholeCpioBytes : Number.MAX_SAFE_INTEGER;
  try {
    const rest = await reader.take(most);
    return rest.length < most ? joined([head, rest]) : undefined;
  } catch (error) {
    if (isLibrarys && ReadError.is(error) && error.code === "corrupt") return undefined;
    throw error;
  }
}

const blockBytes = 64 * 1024;

/**
 * Re-chunks a stream into blocks of one size, so that the readable part of a damaged file does not depend on chunk
 * boundaries.
 */
async function* inBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = streamReader(pieces);
  try {
    for (let block = await reader.take(blockBytes); block.length > 0; block = await reader.take(blockBytes))
      yield block;
  } finally {
    await reader.close();
  }
}

async function* inFront(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

/** Number of bytes that identify an archive. */
const kindBytes = 512;

/** The kind of an archive and how to read it. */
interface ArchiveKind {
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

/** Names of special ZIP files, by media type. */
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

/** Returns the kind of archive by its first bytes, or by its sniffed type, or `undefined` if it is not supported. */
function archiveKindOf(head: Uint8Array, sniffed: MediaType): ArchiveKind | undefined {
  const start = String.fromCharCode(...head.subarray(0, 32));
  const mark = marks.find(([, , , bytes]) => start.startsWith(bytes));
  if (mark !== undefined) {
    const [reader, mediaType, words] = mark;
    return { reader, mediaType, words: reader === "zip" ? (zipWords.get(sniffed) ?? words) : words };
  }
  if (isTarHeader(head)) return { reader: "tar", mediaType: "application/x-tar", words: "tar archive" };
  if (sniffed === isoType) return { reader: "foreign", mediaType: isoType, words: "ISO image" };
  if (sniffed === lzmaType) return { reader: "foreign", mediaType: lzmaType, words: "tar archive (LZMA)" };
  // Data such as a self-extractor may precede a ZIP file.
  const isPrefixed = sniffed === "application/zip" || zipWords.has(sniffed);
  return isPrefixed ? { reader: "zip", mediaType: sniffed, words: zipWords.get(sniffed) ?? "ZIP archive" } : undefined;
}

/** A compression format of a single file. */
interface StreamFormat {
  /** As in `gzip-compressed file`. */
  readonly words: string;
  readonly unpack: Unpack;
}

const formats: ReadonlyMap<MediaType, StreamFormat> = new Map([
  ["application/gzip", { words: "gzip", unpack: ungzip }],
  ["application/x-bzip2", { words: "bzip2", unpack: unbzip2 }],
  ["application/x-xz", { words: "XZ", unpack: unxz }],
  ["application/zstd", { words: "Zstandard", unpack: unzstd }],
  ["application/x-compress", { words: "compress", unpack: uncompress }],
  ["application/x-lz4", { words: "LZ4", unpack: unlz4 }],
]);

/** Returns the compression format of a media type, or `undefined` for archives. */
function streamFormatOf(mediaType: MediaType): StreamFormat | undefined {
  return formats.get(mediaType);
}

/**
 * Unpacks a file. Errors of the unpacker mean that the file is damaged; errors of the source pass through unchanged.
 */
async function* unpacked(
  { unpack, words }: StreamFormat,
  packed: AsyncIterable<Uint8Array>,
  path: string,
): AsyncGenerator<Uint8Array> {
  const faults: unknown[] = [];
  async function* noted(): AsyncGenerator<Uint8Array> {
    try {
      yield* packed;
    } catch (error) {
      faults.push(error);
      throw error;
    }
  }
  try {
    yield* unpack(noted());
  } catch (error) {
    if (faults.length > 0) throw faults[0];
    if (ReadError.is(error)) throw error;
    throw new ReadError("corrupt", `${path} is damaged or cut off: it is not a complete ${words} file.`, {
      cause: error,
    });
  }
}
