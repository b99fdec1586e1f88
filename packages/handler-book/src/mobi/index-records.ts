import type { DecodePage } from "@reader/office-kit/encodings";
import { numbersOf, type PalmDatabase, signatureAt } from "./palm-database.ts";

/** An entry of an index: its name, and lists of numbers by their tags. */
export interface IndexEntry {
  readonly name: string;
  readonly numbers: ReadonlyMap<number, readonly number[]>;
}

/** An index of a book, such as its table of contents. */
export interface BookIndex {
  readonly entries: readonly IndexEntry[];
  /** Texts by their offsets. */
  readonly texts: ReadonlyMap<number, string>;
}

/** Maximum number of entries. Books have some hundreds of chapters, and a fragment for each 10 kB. */
const maxEntries = 200_000;
/** Maximum number of tags and numbers of all entries, because entries may share their bytes. */
const maxNumbers = 2_000_000;
/** Maximum number of numbers of a tag. Programs write at most four. */
const maxNumbersOfTag = 64;
/** Maximum size of a text, which is a title. */
const maxTextBytes = 2000;

/** Reads an index (INDX) from its first record on. Damaged parts of it are left out. */
export function readIndex(database: PalmDatabase, first: number, decode: DecodePage): BookIndex {
  const bytes = database.record(first);
  const { long } = numbersOf(bytes);
  if (signatureAt(bytes, 0) !== "INDX") return { entries: [], texts: new Map() };
  const tags = tagsIn(bytes, long(4));
  const records = Math.min(long(24), database.count);
  const found: FoundEntries = { entries: [], numbers: 0 };
  for (let index = 1; index <= records; index += 1) addEntries(found, database.record(first + index), tags);
  const texts = new Map<number, string>();
  const textRecords = Math.min(long(52), database.count);
  for (let index = 0; index < textRecords; index += 1) {
    addTexts(texts, database.record(first + records + 1 + index), { offset: index * 0x1_0000, decode });
  }
  return { entries: found.entries, texts };
}

/** How the numbers of a tag are stored. */
interface Tag {
  readonly tag: number;
  readonly valuesEach: number;
  readonly mask: number;
  readonly isEnd: boolean;
}

interface Tags {
  readonly list: readonly Tag[];
  readonly controlBytes: number;
}

function tagsIn(bytes: Uint8Array, at: number): Tags {
  if (signatureAt(bytes, at) !== "TAGX") return { list: [], controlBytes: 0 };
  const { byte, long } = numbersOf(bytes);
  const count = Math.min(Math.floor((long(at + 4) - 12) / 4), 256);
  const list = Array.from({ length: Math.max(0, count) }, (_, index): Tag => {
    const entry = at + 12 + index * 4;
    return { tag: byte(entry), valuesEach: byte(entry + 1), mask: byte(entry + 2), isEnd: (byte(entry + 3) & 1) === 1 };
  });
  return { list, controlBytes: long(at + 8) };
}

interface FoundEntries {
  readonly entries: IndexEntry[];
  /** The number of tags and numbers of the entries. */
  numbers: number;
}

function isFull({ entries, numbers }: FoundEntries): boolean {
  return entries.length >= maxEntries || numbers >= maxNumbers;
}

function addEntries(found: FoundEntries, record: Uint8Array, tags: Tags): void {
  if (signatureAt(record, 0) !== "INDX") return;
  const { byte, short, long } = numbersOf(record);
  const offsets = long(20) + 4;
  const count = Math.min(long(24), record.length / 2);
  for (let index = 0; index < count && !isFull(found); index += 1) {
    const at = short(offsets + index * 2);
    const start = at + 1 + byte(at);
    const numbers = numbersAt(record, start, tags);
    found.entries.push({ name: String.fromCharCode(...record.subarray(at + 1, start)), numbers });
    found.numbers += numbers.size;
    for (const each of numbers.values()) found.numbers += each.length;
  }
}

/** Reads the numbers of an entry: bits of control bytes say which tags it has, and how many numbers of each. */
function numbersAt(record: Uint8Array, start: number, tags: Tags): ReadonlyMap<number, number[]> {
  const reader = { record, at: start + tags.controlBytes };
  const found = new Map<number, number[]>();
  for (const { tag, most, bytes } of countsAt(reader, start, tags)) {
    // No program lists a tag twice.
    if (found.has(tag)) break;
    const numbers: number[] = [];
    const end = reader.at + bytes;
    const enough = bytes > 0 ? maxNumbersOfTag : Math.min(most, maxNumbersOfTag);
    while (numbers.length < enough && reader.at < (bytes > 0 ? Math.min(end, record.length) : record.length)) {
      numbers.push(nextNumber(reader));
    }
    if (bytes > 0) reader.at = end;
    found.set(tag, numbers);
  }
  return found;
}

/** How many numbers of a tag follow: as their number, or as the number of their bytes if that is not 0. */
interface TagCount {
  readonly tag: number;
  readonly most: number;
  readonly bytes: number;
}

function countsAt(reader: NumberReader, start: number, { list }: Tags): readonly TagCount[] {
  const counts: TagCount[] = [];
  let control = start;
  for (const { tag, valuesEach, mask, isEnd } of list) {
    const bits = (reader.record[control] ?? 0) & mask;
    if (isEnd) control += 1;
    else if (bits === mask && bitsIn(mask) > 1) counts.push({ tag, most: 0, bytes: nextNumber(reader) });
    else if (bits !== 0) counts.push({ tag, most: (bits / lowestBit(mask)) * valuesEach, bytes: 0 });
  }
  return counts;
}

interface NumberReader {
  readonly record: Uint8Array;
  at: number;
}

function bitsIn(mask: number): number {
  let count = 0;
  for (let rest = mask; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

function lowestBit(mask: number): number {
  return mask & -mask;
}

/** Reads a number of seven bits a byte, the highest bit set in its last byte. */
function nextNumber(reader: NumberReader): number {
  let value = 0;
  for (let count = 0; count < 4 && reader.at < reader.record.length; count += 1) {
    const byte = reader.record[reader.at] ?? 0;
    reader.at += 1;
    value = value * 0x80 + (byte & 0x7f);
    if ((byte & 0x80) !== 0) break;
  }
  return value;
}

function addTexts(
  texts: Map<number, string>,
  record: Uint8Array,
  { offset, decode }: { readonly offset: number; readonly decode: DecodePage },
): void {
  const reader = { record, at: 0 };
  while (reader.at < record.length && texts.size < maxEntries) {
    const start = reader.at;
    const length = nextNumber(reader);
    texts.set(offset + start, decode(record.subarray(reader.at, reader.at + Math.min(length, maxTextBytes))));
    reader.at += length;
  }
}
