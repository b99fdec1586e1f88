import { Buffer } from "node:buffer";
import { concat } from "@reader/testkit";

/** A book to be written as MOBI. */
export interface MobiPlan {
  readonly html: string;
  readonly title?: string;
  /** Metadata by their types (EXTH). */
  readonly metadata?: readonly (readonly [type: number, value: string | Uint8Array])[];
  readonly packing?: "none" | "huffman";
  /** 2 is the copy protection of Mobipocket. */
  readonly encryption?: number;
  readonly codePage?: number;
  readonly images?: readonly Uint8Array[];
}

/** Sets numbers in the first record: their offset, their size in bytes, their value. */
type Field = readonly [at: number, bytes: 2 | 4, value: number];

const encoder = new TextEncoder();
const headerBytes = 232;
const recordBytes = 4096;

/** Writes a book of Mobipocket, version 6. */
export function makeMobi(plan: MobiPlan): Uint8Array {
  const {
    html,
    title = "A book",
    metadata = [],
    packing = "none",
    encryption = 0,
    codePage = 65_001,
    images = [],
  } = plan;
  const text = Buffer.from(html, codePage === 65_001 ? "utf8" : "latin1");
  const huffman = packing === "huffman" ? huffmanOf(html) : undefined;
  const records = huffman?.records ?? pieces(text);
  const tables = huffman?.tables ?? [];
  const extra = metadata.length === 0 ? new Uint8Array() : exthOf(metadata);
  const name = encoder.encode(title);
  const firstImage = 1 + records.length + tables.length;
  const fields: readonly Field[] = [
    [0, 2, packing === "huffman" ? 17_480 : 1],
    [4, 4, text.length],
    [8, 2, records.length],
    [10, 2, recordBytes],
    [12, 2, encryption],
    [20, 4, headerBytes],
    [28, 4, codePage],
    [36, 4, 6],
    [84, 4, 16 + headerBytes + extra.length],
    [88, 4, name.length],
    [108, 4, firstImage],
    [112, 4, tables.length === 0 ? 0 : 1 + records.length],
    [116, 4, tables.length],
    [128, 4, metadata.length === 0 ? 0 : 0x40],
    [244, 4, 0xffff_ffff],
  ];
  const header = Buffer.alloc(16 + headerBytes);
  header.write("MOBI", 16);
  for (const [at, bytes, value] of fields) header.writeUIntBE(value, at, bytes);
  return databaseOf([concat([header, extra, name]), ...records, ...tables, ...images]);
}

function pieces(text: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(text.length / recordBytes);
  return Array.from({ length: count }, (_, index) => text.subarray(index * recordBytes, (index + 1) * recordBytes));
}

/** Writes a Palm database of these records. */
export function databaseOf(records: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(78 + records.length * 8 + 2);
  header.write("a_book");
  header.write("BOOKMOBI", 60);
  header.writeUInt16BE(records.length, 76);
  let offset = header.length;
  for (const [index, { length }] of records.entries()) {
    header.writeUInt32BE(offset, 78 + index * 8);
    header.writeUInt32BE(index * 2, 82 + index * 8);
    offset += length;
  }
  return concat([header, ...records]);
}

function exthOf(metadata: NonNullable<MobiPlan["metadata"]>): Uint8Array {
  const entries = metadata.map(([type, value]) => {
    const data = typeof value === "string" ? encoder.encode(value) : value;
    return concat([longs(type, 8 + data.length), data]);
  });
  const content = concat(entries);
  return concat([encoder.encode("EXTH"), longs(12 + content.length, entries.length), content]);
}

/** Writes numbers of four bytes. */
export function longs(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

/** Phrases with codes of 8 bits, and the largest code of 16 bits, after which come those of 16. */
const shortPhrases = 255;
const largestLong = 510;

interface Huffman {
  readonly records: readonly Uint8Array[];
  readonly tables: readonly Uint8Array[];
}

/** Codes each word as a phrase. The last phrase is packed: it is the first two, by their codes. */
function huffmanOf(html: string): Huffman {
  const words = html.match(/\s+|[^\s<>]+|[<>]/g) ?? [];
  const phrases = [...new Set(words)];
  const codes = words.flatMap((word) => codeOf(phrases.indexOf(word)));
  const both = `${phrases[0] ?? ""}${phrases[1] ?? ""}`;
  const plain = phrases.map((phrase) => ({ bytes: encoder.encode(phrase), isPlain: true }));
  const packed = { bytes: Uint8Array.from([...codeOf(0), ...codeOf(1)]), isPlain: false };
  const starts = html.startsWith(both);
  const record = Uint8Array.from(starts ? [...codeOf(phrases.length), ...codes.slice(2)] : codes);
  return { records: [record], tables: [huffRecord(), cdicRecord([...plain, packed])] };
}

function codeOf(phrase: number): readonly number[] {
  return phrase < shortPhrases ? [255 - phrase] : [0, largestLong - phrase];
}

/** The tables of codes: of the first byte, and of each length. */
export function huffRecord(): Uint8Array {
  const short = Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 16 : (255 << 8) | 0x80 | 8));
  const long = Array.from({ length: 64 }, (_, index) => (index === 31 ? largestLong : 0));
  return concat([encoder.encode("HUFF"), longs(24, 24, 24 + 1024, 0, 0), longs(...short), longs(...long)]);
}

/** The phrases, each after its length, whose highest bit says that it is not packed. */
export function cdicRecord(phrases: readonly { readonly bytes: Uint8Array; readonly isPlain: boolean }[]): Uint8Array {
  const offsets = Buffer.alloc(phrases.length * 2);
  let at = offsets.length;
  for (const [index, { bytes }] of phrases.entries()) {
    offsets.writeUInt16BE(at, index * 2);
    at += 2 + bytes.length;
  }
  const stored = phrases.map(({ bytes, isPlain }) => {
    const size = Buffer.alloc(2);
    size.writeUInt16BE(bytes.length | (isPlain ? 0x8000 : 0));
    return concat([size, bytes]);
  });
  return concat([encoder.encode("CDIC"), longs(16, phrases.length, 10), offsets, ...stored]);
}
