import type { BookHeader } from "./book-header.ts";
import { damaged, numbersOf, type PalmDatabase, signatureAt } from "./palm-database.ts";

/** Maximum size of an unpacked record, and of a phrase of the dictionary. */
const maxBytes = 64 * 1024;
/** Maximum number of phrases, and of those inside each other. Programs write some thousands, nested few times. */
const maxPhrases = 1_000_000;
const maxDepth = 40;
/** Maximum number of bits that are unpacked to phrases, and of the bytes of these, which are kept. */
const maxPhraseWork = 64 * 1024 * 1024;

/** A phrase of the dictionary. Packed phrases consist of others. */
interface Phrase {
  bytes: Uint8Array;
  state: "packed" | "open" | "plain";
}

interface Tables {
  /** For each first byte of a code: whether it is complete, its length in bits, and the largest code of that length. */
  readonly short: readonly { readonly isWhole: boolean; readonly bits: number; readonly largest: number }[];
  /** The smallest and the largest code of each length. */
  readonly smallest: readonly number[];
  readonly largest: readonly number[];
  readonly phrases: readonly Phrase[];
  readonly path: string;
  /** The number of bits and bytes of the phrases that were unpacked. */
  phraseWork: number;
}

/** Creates the unpacker of records in Huffman codes for phrases (HUFF and CDIC). Throws `corrupt`. */
export function createHuffmanUnpacker(
  database: PalmDatabase,
  { huffman, huffmanRecords }: BookHeader,
  path: string,
): (packed: Uint8Array) => Uint8Array {
  const first = database.record(huffman);
  if (signatureAt(first, 0) !== "HUFF") throw damaged(path, "the tables of its codes are missing");
  const { long } = numbersOf(first);
  const [shortAt, longAt] = [long(8), long(12)];
  const short = Array.from({ length: 256 }, (_, index) => {
    const entry = long(shortAt + index * 4);
    return { isWhole: (entry & 0x80) !== 0, bits: entry & 0x1f, largest: entry >>> 8 };
  });
  const bounds = Array.from({ length: 64 }, (_, index) => long(longAt + index * 4));
  const tables: Tables = {
    short,
    smallest: [0, ...bounds.filter((_, index) => index % 2 === 0)],
    largest: [0, ...bounds.filter((_, index) => index % 2 === 1)],
    phrases: phrasesIn(database, { first: huffman + 1, end: huffman + huffmanRecords, path }),
    path,
    phraseWork: 0,
  };
  return (packed) => unpacked(tables, packed, 0);
}

interface PhraseRecords {
  readonly first: number;
  readonly end: number;
  readonly path: string;
}

function phrasesIn(database: PalmDatabase, { first, end, path }: PhraseRecords): readonly Phrase[] {
  const phrases: Phrase[] = [];
  for (let index = first; index < Math.min(end, database.count); index += 1) {
    const record = database.record(index);
    if (signatureAt(record, 0) !== "CDIC") throw damaged(path, "the phrases of its codes are missing");
    const { long, short } = numbersOf(record);
    const start = long(4);
    const count = Math.min(2 ** Math.min(long(12), 20), long(8) - phrases.length, record.length / 2);
    for (let nth = 0; nth < count; nth += 1) {
      const at = start + short(start + nth * 2);
      const size = short(at);
      const bytes = record.subarray(at + 2, at + 2 + (size & 0x7fff));
      phrases.push({ bytes, state: (size & 0x8000) === 0 ? "packed" : "plain" });
    }
    if (phrases.length > maxPhrases) throw damaged(path, "it has too many phrases");
  }
  return phrases;
}

function unpacked(tables: Tables, packed: Uint8Array, depth: number): Uint8Array {
  if (packed.length > maxBytes) throw damaged(tables.path, "a record of text has too many bytes");
  const { byte } = numbersOf(packed);
  const pieces: Uint8Array[] = [];
  const bitCount = packed.length * 8;
  let length = 0;
  for (let bit = 0; bit < bitCount;) {
    const at = bit >> 3;
    // 32 bits from this bit on, of which five bytes are touched.
    const high = byte(at) * 0x100_0000 + byte(at + 1) * 0x1_0000 + byte(at + 2) * 0x100 + byte(at + 3);
    const shift = bit & 7;
    const window = shift === 0 ? high : ((high << shift) | (byte(at + 4) >> (8 - shift))) >>> 0;
    const { bits, phrase } = nextCode(tables, window);
    bit += bits;
    if (bit > bitCount) break;
    const bytes = phraseBytes(tables, phrase, depth);
    length += bytes.length;
    if (length > maxBytes) throw damaged(tables.path, "a record of text unpacks to too many bytes");
    if (bytes.length > 0) pieces.push(bytes);
  }
  return new Uint8Array(Buffer.concat(pieces));
}

function nextCode(tables: Tables, window: number): { readonly bits: number; readonly phrase: number } {
  const entry = tables.short[window >>> 24] ?? { isWhole: true, bits: 0, largest: 0 };
  const bits = entry.isWhole ? entry.bits : bitsOfLongCode(tables, window, entry.bits);
  if (bits < 1 || bits > 32) throw damaged(tables.path, "its text has a code that no table lists");
  const last = entry.isWhole ? entry.largest : (tables.largest[bits] ?? 0);
  return { bits, phrase: last - top(window, bits) };
}

function bitsOfLongCode({ smallest }: Tables, window: number, from: number): number {
  let bits = from;
  while (bits > 0 && bits <= 32 && top(window, bits) < (smallest[bits] ?? 0)) bits += 1;
  return bits;
}

function top(window: number, bits: number): number {
  return window >>> (32 - bits);
}

/** Unpacks a phrase once. One that contains itself is a sign of harm. */
function phraseBytes(tables: Tables, index: number, depth: number): Uint8Array {
  const phrase = tables.phrases[index];
  if (phrase === undefined || phrase.state === "open" || depth > maxDepth) {
    throw damaged(tables.path, "its text has a code for a phrase that does not exist");
  }
  if (phrase.state === "packed") {
    phrase.state = "open";
    countWork(tables, phrase.bytes.length * 8);
    phrase.bytes = unpacked(tables, phrase.bytes, depth + 1);
    countWork(tables, phrase.bytes.length);
    phrase.state = "plain";
  }
  return phrase.bytes;
}

/** Phrases may share their packed bytes, so that a small file has many large ones. */
function countWork(tables: Tables, work: number): void {
  tables.phraseWork += work;
  if (tables.phraseWork > maxPhraseWork) throw damaged(tables.path, "its phrases unpack to too many bytes");
}
