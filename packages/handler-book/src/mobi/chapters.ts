import type { BookHeader } from "./book-header.ts";
import { type BookIndex, type IndexEntry, readIndex } from "./index-records.ts";
import { damaged, numbersOf, type PalmDatabase, signatureAt } from "./palm-database.ts";

/** A book whose text is unpacked. */
export interface UnpackedBook {
  readonly path: string;
  readonly database: PalmDatabase;
  readonly header: BookHeader;
  readonly text: Uint8Array;
}

/**
 * Returns the HTML of a book, in reading order. Parts without headings get those of the table of contents. Throws
 * `corrupt` if parts share their text.
 */
export function chaptersOf(book: UnpackedBook): readonly string[] {
  const parts = book.header.skeletons === undefined ? [flat(book)] : skeletonParts(book, book.header.skeletons);
  const plain = parts.map(({ pieces }) => book.header.decode(joined(pieces)));
  if (plain.every(hasHeading)) return plain;
  const titles = contentsOf(book, parts);
  return parts.map((part, index) => {
    const html = plain[index] ?? "";
    return hasHeading(html) ? html : withTitles(book, part, titles.get(index) ?? []);
  });
}

function hasHeading(html: string): boolean {
  return /<h[1-6][\s>]/i.test(html);
}

/** A part of the text, as bytes, because positions in it are. */
interface Part {
  readonly pieces: readonly Uint8Array[];
  /** Where the part begins in the positions of fragments. */
  readonly start: number;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : new Uint8Array(Buffer.concat(pieces));
}

function flat({ text }: UnpackedBook): Part {
  return { pieces: [text], start: 0 };
}

/** Maximum number of parts of a book, and of titles in its table of contents. */
const maxParts = 20_000;
const maxTitles = 5000;

const skeletonTag = { fragments: 1, place: 6 } as const;
const fragmentTag = { place: 6 } as const;

/** Puts the fragments of KF8 into their skeletons: each part of a book is a page with fragments inside. */
function skeletonParts(book: UnpackedBook, skeletons: number): readonly Part[] {
  const { database, header } = book;
  const text = mainFlow(book);
  const { entries } = readIndex(database, skeletons, header.decode);
  const fragments = fragmentsOf(book);
  if (entries.length === 0) return [{ pieces: [text], start: 0 }];
  let [next, written] = [0, 0];
  return entries.slice(0, maxParts).map(({ numbers }): Part => {
    const [count = 0] = numbers.get(skeletonTag.fragments) ?? [];
    const [start = 0, length = 0] = numbers.get(skeletonTag.place) ?? [];
    const own = fragments.slice(next, next + count);
    next += own.length;
    const pieces = assembled(text, { start, length, fragments: own });
    for (const piece of pieces) written += piece.length;
    if (written > text.length) throw damaged(book.path, "its parts overlap");
    return { pieces, start };
  });
}

/** A piece of text that belongs at a position inside its skeleton. */
interface Fragment {
  readonly insertAt: number;
  readonly length: number;
}

function fragmentsOf({ database, header }: UnpackedBook): readonly Fragment[] {
  if (header.fragments === undefined) return [];
  return readIndex(database, header.fragments, header.decode).entries.map(({ name, numbers }) => ({
    insertAt: /^\d{1,10}$/.test(name) ? Number(name) : 0,
    length: numbers.get(fragmentTag.place)?.[1] ?? 0,
  }));
}

interface Skeleton {
  readonly start: number;
  readonly length: number;
  readonly fragments: readonly Fragment[];
}

/** The fragments follow their skeleton in the text. Each belongs at a position after those before it. */
function assembled(text: Uint8Array, { start, length, fragments }: Skeleton): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const end = Math.min(start + length, text.length);
  let [skeletonAt, fragmentAt, written] = [start, start + length, start];
  for (const { insertAt, length: size } of fragments) {
    const before = Math.min(Math.max(0, insertAt - written), Math.max(0, end - skeletonAt));
    pieces.push(text.subarray(skeletonAt, skeletonAt + before), text.subarray(fragmentAt, fragmentAt + size));
    skeletonAt += before;
    fragmentAt += size;
    written += before + size;
  }
  pieces.push(text.subarray(skeletonAt, Math.max(skeletonAt, end)));
  return pieces;
}

/** The text is the first of several flows; the others are styles and drawings. */
function mainFlow({ database, header: { flows }, text }: UnpackedBook): Uint8Array {
  const record = flows === undefined ? new Uint8Array() : database.record(flows);
  if (signatureAt(record, 0) !== "FDST") return text;
  const { long } = numbersOf(record);
  return long(8) < 1 ? text : text.subarray(long(12), long(16));
}

/** A title of the table of contents at a position in a part. */
interface Title {
  readonly at: number;
  readonly title: string;
  readonly level: number;
}

const contentsTag = { position: 1, title: 3, level: 4, fragment: 6 } as const;

/** Returns the titles of the table of contents by the part that they are in. */
function contentsOf(book: UnpackedBook, parts: readonly Part[]): ReadonlyMap<number, readonly Title[]> {
  const { database, header } = book;
  const found = new Map<number, Title[]>();
  if (header.contents === undefined) return found;
  const index = readIndex(database, header.contents, header.decode);
  const fragments = fragmentsOf(book);
  let count = 0;
  for (const [title, position] of titlesIn(index, fragments)) {
    count += 1;
    if (count > maxTitles) break;
    const part = parts.findLastIndex(({ start }) => start <= position);
    const at = position - (parts[part]?.start ?? 0);
    const titles = found.get(part) ?? [];
    titles.push({ at, ...title });
    found.set(part, titles);
  }
  return found;
}

function* titlesIn(
  { entries, texts }: BookIndex,
  fragments: readonly Fragment[],
): Generator<readonly [title: Omit<Title, "at">, position: number]> {
  for (const { numbers } of entries) {
    const first = (tag: number): number | undefined => numbers.get(tag)?.[0];
    const words = texts.get(first(contentsTag.title) ?? -1) ?? "";
    const title = words.replaceAll(/\s+/g, " ").trim();
    const position = positionOf(numbers, fragments);
    if (title === "" || position === undefined) continue;
    yield [{ title, level: Math.min(6, (first(contentsTag.level) ?? 0) + 1) }, position];
  }
}

/** A position is one in the text, or one in a fragment. */
function positionOf(numbers: IndexEntry["numbers"], fragments: readonly Fragment[]): number | undefined {
  const [number, offset = 0] = numbers.get(contentsTag.fragment) ?? [];
  if (number === undefined) return numbers.get(contentsTag.position)?.[0];
  return (fragments[number]?.insertAt ?? 0) + offset;
}

/** Writes the titles as headings where they point, between two tags. */
function withTitles({ header }: UnpackedBook, { pieces }: Part, titles: readonly Title[]): string {
  const bytes = joined(pieces);
  const ordered = titles.toSorted((one, other) => one.at - other.at);
  const places = ordered.map(({ at }) => beforeTag(bytes, Math.min(at, bytes.length)));
  let html = header.decode(bytes.subarray(0, places[0] ?? bytes.length));
  for (const [index, { title, level }] of ordered.entries()) {
    const rest = header.decode(bytes.subarray(places[index], places[index + 1] ?? bytes.length));
    const words = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    html += `<h${level}>${words}</h${level}>${withoutTitle(rest, words)}`;
  }
  return html;
}

/** Tags and whitespace in front of the first words, and these. */
const firstWords = /^((?:\s|<[^<>]{0,500}>){0,20})([^<]{1,500})(?=<)/;

/** Most chapters begin with their title, which is not written again. */
function withoutTitle(html: string, title: string): string {
  const [all = "", tags = "", words = ""] = firstWords.exec(html.slice(0, 4000)) ?? [];
  return words.replaceAll(/\s+/g, " ").trim() === title ? tags + html.slice(all.length) : html;
}

/** Returns the start of the tag around a position, or the position itself if it is outside tags. */
function beforeTag(bytes: Uint8Array, at: number): number {
  const from = Math.max(0, at - maxTagBytes);
  const before = bytes.subarray(from, at);
  const open = before.lastIndexOf(0x3c);
  return open > before.lastIndexOf(0x3e) ? from + open : at;
}

/** No tag of a book is longer. */
const maxTagBytes = 4096;
