import { ReadError } from "@reader/core/handler";
import { type DecodePage, decoderOf } from "@reader/office-kit/encodings";
import { damaged, numbersOf, type PalmDatabase, signatureAt } from "./palm-database.ts";

/** How the text of a book is packed. */
export type Packing = "none" | "palmdoc" | "huffman";

/** What the first record of a book says. Indexes of records are absolute. */
export interface BookHeader {
  readonly packing: Packing;
  /** The first record of text, and the number of them. */
  readonly firstText: number;
  readonly textRecords: number;
  /** The size of the text, which is not trusted. */
  readonly textBytes: number;
  /** From 8 on, the text is in skeletons and fragments (KF8). */
  readonly version: number;
  readonly decode: DecodePage;
  readonly title: string;
  /** Flags of the data that follows the text in each record. */
  readonly trailing: number;
  readonly firstImage: number;
  /** The first record of the Huffman tables, and the number of them. */
  readonly huffman: number;
  readonly huffmanRecords: number;
  /** The first record of an index, absent if the book has none. */
  readonly contents: number | undefined;
  readonly fragments: number | undefined;
  readonly skeletons: number | undefined;
  /** The record that lists the parts of the text of KF8. */
  readonly flows: number | undefined;
  /** The metadata by their types. */
  readonly metadata: ReadonlyMap<number, readonly Uint8Array[]>;
}

/** Types of metadata (EXTH). */
export const metadataType = {
  author: 100,
  publisher: 101,
  description: 103,
  subject: 105,
  date: 106,
  boundary: 121,
  cover: 201,
  title: 503,
  language: 524,
} as const;

const none = 0xffff_ffff;
const packings: Readonly<Record<number, Packing>> = { 1: "none", 2: "palmdoc", 17_480: "huffman" };

/**
 * Reads the header of a book. A file may hold two: one for old programs and, after it, one in KF8, which is then read.
 * Throws `encrypted` for a book with copy protection, and `corrupt`.
 */
export function readHeader(database: PalmDatabase, path: string): BookHeader {
  const header = headerAt(database, 0, path);
  if (header.version >= 8) return header;
  const [boundary] = header.metadata.get(metadataType.boundary) ?? [];
  const start = boundary === undefined ? none : numbersOf(boundary).long(0);
  if (start >= database.count || signatureAt(database.record(start), 16) !== "MOBI") return header;
  // The images are with the first of them.
  return { ...headerAt(database, start, path), firstImage: header.firstImage, metadata: header.metadata };
}

function headerAt(database: PalmDatabase, start: number, path: string): BookHeader {
  const bytes = database.record(start);
  const { short, long } = numbersOf(bytes);
  const packing = packings[short(0)];
  if (packing === undefined) throw damaged(path, "its text is packed in an unknown way");
  if (short(12) !== 0) throw protectedBook(path);
  const text = { packing, firstText: start + 1, textRecords: short(8), textBytes: long(4) };
  return signatureAt(bytes, 16) === "MOBI"
    ? { ...text, ...mobiFields(bytes, start) }
    : { ...text, ...plainFields, firstImage: database.count };
}

type MobiFields = Omit<BookHeader, "packing" | "firstText" | "textRecords" | "textBytes">;

/** A book of the time before Mobipocket. */
const plainFields: Omit<MobiFields, "firstImage"> = {
  version: 1,
  decode: decoderOf(1252),
  title: "",
  trailing: 0,
  huffman: 0,
  huffmanRecords: 0,
  contents: undefined,
  fragments: undefined,
  skeletons: undefined,
  flows: undefined,
  metadata: new Map(),
};

function mobiFields(bytes: Uint8Array, start: number): MobiFields {
  const { short, long } = numbersOf(bytes);
  const length = long(20);
  // Fields that a shorter header does not have are not there.
  const field = (at: number): number => (at + 4 <= 16 + length ? long(at) : none);
  const index = (at: number): number | undefined => (field(at) === none ? undefined : start + field(at));
  const decode = decoderOf(long(28));
  const version = long(36);
  const kf8Index = (at: number): number | undefined => (version >= 8 ? index(at) : undefined);
  const hasMetadata = (long(128) & 0x40) !== 0;
  return {
    version,
    decode,
    title: decode(bytes.subarray(long(84), long(84) + Math.min(long(88), maxTitleBytes))),
    trailing: field(240) === none ? 0 : short(242),
    firstImage: start + long(108),
    huffman: start + long(112),
    huffmanRecords: long(116),
    contents: index(244),
    fragments: kf8Index(248),
    skeletons: kf8Index(252),
    flows: kf8Index(192),
    metadata: hasMetadata ? metadataIn(bytes, 16 + length) : new Map<number, Uint8Array[]>(),
  };
}

const maxTitleBytes = 2000;
const maxMetadata = 2000;
/** Maximum size of a value of the metadata. The longest are descriptions. */
const maxValueBytes = 16 * 1024;

function metadataIn(bytes: Uint8Array, at: number): ReadonlyMap<number, readonly Uint8Array[]> {
  const found = new Map<number, Uint8Array[]>();
  if (signatureAt(bytes, at) !== "EXTH") return found;
  const { long } = numbersOf(bytes);
  const count = Math.min(long(at + 8), maxMetadata);
  let entry = at + 12;
  for (let index = 0; index < count && entry + 8 <= bytes.length; index += 1) {
    const length = long(entry + 4);
    if (length < 8) break;
    const data = bytes.subarray(entry + 8, entry + Math.min(length, 8 + maxValueBytes));
    const known = found.get(long(entry));
    if (known === undefined) found.set(long(entry), [data]);
    else known.push(data);
    entry += length;
  }
  return found;
}

function protectedBook(path: string): ReadError {
  return new ReadError("encrypted", `${path} is encrypted by the copy protection of its shop.`, {
    hint: "Ask the user for a copy without copy protection: no password opens this one.",
  });
}
