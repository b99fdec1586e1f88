import { createPageLabels, isoDate, type LabelRange, oneLine, type PageLabels } from "@reader/pdf-pages/document";
import type { Pdfium } from "../engine/engine.ts";
import { readText, readWholeText } from "../engine/memory.ts";
import type { OpenedDocument } from "./opened-document.ts";
import { findXmp } from "./xmp.ts";

/** The information dictionary of a document. Absent fields are empty in the file. */
export interface Metadata {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly application?: string;
  readonly producer?: string;
  readonly created?: string;
  readonly modified?: string;
  readonly language?: string;
}

const texts = [
  ["title", "Title"],
  ["author", "Author"],
  ["subject", "Subject"],
  ["keywords", "Keywords"],
  ["application", "Creator"],
  ["producer", "Producer"],
] as const;
const maxValueCharacters = 500;

const dates = [
  ["created", "CreationDate"],
  ["modified", "ModDate"],
] as const;

/** Reads the information dictionary of a document. */
export function readMetadata(pdf: OpenedDocument): Metadata {
  const { engine, document } = pdf;
  const found: [string, string][] = texts.map(([name, key]) => [name, oneLine(metaText(pdf, key), maxValueCharacters)]);
  for (const [name, key] of dates) found.push([name, isoDate(metaText(pdf, key)) ?? ""]);
  const language = readText(engine, (buffer, bytes) => engine.EPDFCatalog_GetLanguage(document, buffer, bytes));
  found.push(["language", oneLine(language)]);
  const info: Metadata = Object.fromEntries(found.filter(([, value]) => value !== ""));
  const { title, authors } = findXmp(pdf.bytes());
  return {
    ...info,
    ...(info.title === undefined && title !== undefined ? { title } : {}),
    // Programs store only the first of several authors in the information dictionary.
    ...(authors.length > 1 || (info.author === undefined && authors.length > 0) ? { author: authors.join("; ") } : {}),
  };
}

function metaText({ engine, document, bytes }: OpenedDocument, key: string): string {
  const read: ReadIntoBuffer = (buffer, size) => engine.FPDF_GetMetaText(document, key, buffer, size);
  return asUtf8(readStart(engine, read, maxValueCharacters), bytes);
}

type ReadIntoBuffer = (buffer: number, bytes: number) => number;

/** Maximum length of names and other words of one line. */
const maxWordsCharacters = 1000;

/**
 * Reads words of the document that are not its content, such as the title of a bookmark or the value of a field. Returns
 * somewhat more than `maxCharacters` of longer ones.
 */
export function readWords(engine: Pdfium, read: ReadIntoBuffer, maxCharacters: number = maxWordsCharacters): string {
  return asUtf8(readStart(engine, read, maxCharacters));
}

/** Maximum number of bytes of a character in UTF-8. */
const maxBytesOfCharacter = 4;

/** Reads enough for so many characters of UTF-8, and no part of one at the end. */
function readStart(engine: Pdfium, read: ReadIntoBuffer, maxCharacters: number): string {
  const most = maxCharacters * maxBytesOfCharacter;
  const text = readWholeText(engine, read, most + 1);
  if (text.length <= most) return text;
  let end = most;
  while (end > most - maxBytesOfCharacter && continuesCharacter(byteOf(text.charAt(end)))) end -= 1;
  return text.slice(0, end);
}

function continuesCharacter(byte: number): boolean {
  return byte === lost || (byte >= 0x80 && byte < 0xc0);
}

/** The characters of the bytes from 0x80 on, of PDFDocEncoding (ISO 32000-1, annex D.2), where they differ from Latin-1. */
const documentEncoding = "•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž";
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Returns a text that some programs write in UTF-8 without saying so: the engine takes its bytes for PDFDocEncoding. It
 * gives U+0000 for bytes that this encoding leaves undefined. Such a letter is unknown if several bytes fit, and the file
 * does not show which one it has.
 */
export function asUtf8(text: string, file: () => Uint8Array = () => new Uint8Array()): string {
  const kept = text.replaceAll("\0", "");
  const bytes = bytesOf(text);
  if (bytes === undefined || bytes.every((byte) => byte < 0x80)) return kept;
  const inside = withoutOwnZeros(bytes);
  const end = inside.findLastIndex((byte) => byte !== lost) + 1;
  return decoded(inside, file) ?? decoded(inside.slice(0, end), file) ?? kept;
}

/** Returns the bytes of a text, or `undefined` if a character of it has none. */
function bytesOf(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = byteOf(text.charAt(at));
    if (byte > 0xff) return undefined;
    bytes[at] = byte;
  }
  return bytes;
}

/** Leaves out zeros after ASCII, which are no part of a character of UTF-8: the file has them. */
function withoutOwnZeros(bytes: Uint8Array): Uint8Array {
  let last = 1;
  return bytes.filter((byte) => {
    const isOwn = byte === lost && last !== lost && last < 0x80;
    if (!isOwn) last = byte;
    return !isOwn;
  });
}

function byteOf(sign: string): number {
  const place = documentEncoding.indexOf(sign);
  if (place >= 0) return 0x80 + place;
  return sign === "€" ? 0xa0 : (sign.codePointAt(0) ?? 0);
}

/** A byte that the engine gives as U+0000, and what it may be inside a character of UTF-8. */
const lost = 0;
const undefinedBytes = [0x9f, 0xad] as const;
const unknownLetter = "\uFFFD";

function decoded(bytes: Uint8Array, file: () => Uint8Array): string | undefined {
  const readings = undefinedBytes.map((byte) => decode(bytes.map((one, at) => byteAt(one, bytes[at - 1], byte))));
  const [one = readings[1], other = one] = readings;
  if (one === undefined || other === undefined || one === other) return one;
  const written = findWritten(file(), bytes);
  if (written !== undefined) return written;
  const others = Array.from(other);
  return Array.from(one, (sign, at) => (sign === others[at] ? sign : unknownLetter)).join("");
}

/** Two bytes begin a character whose next byte can only be one of the undefined ones. */
function byteAt(byte: number, before: number | undefined, assumed: number): number {
  if (byte !== lost) return byte;
  if (before === 0xe0) return 0xad;
  return before === 0xed ? 0x9f : assumed;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Shorter texts are in compressed data by chance. */
const minWrittenBytes = 4;
/** Maximum number of bytes that are compared. */
const maxCompared = 5_000_000;

/** Returns a text as the file has it, in the information dictionary or in XMP, if it is not compressed or encrypted. */
function findWritten(file: Uint8Array, bytes: Uint8Array): string | undefined {
  const [first = lost] = bytes;
  if (bytes.length < minWrittenBytes) return undefined;
  const fits = (byte: number, found: number | undefined): boolean =>
    byte === lost ? undefinedBytes.some((one) => one === found) : byte === found;
  let compared = 0;
  for (let at = file.indexOf(first); at >= 0 && compared < maxCompared; at = file.indexOf(first, at + 1)) {
    let length = 1;
    while (length < bytes.length && fits(bytes[length] ?? lost, file[at + length])) length += 1;
    if (length === bytes.length) return decode(file.subarray(at, at + length));
    compared += length;
  }
  return undefined;
}

/** Maximum number of pages whose labels are read: each is a call. */
const maxLabelledPages = 20_000;

/** Reads the page labels of a document, as one range for each page that has a label of its own. */
export function readPageLabels({ engine, document, pageCount }: OpenedDocument): PageLabels {
  const ranges: LabelRange[] = [];
  for (let number = 1; number <= Math.min(pageCount, maxLabelledPages); number += 1) {
    const label = readWords(engine, (buffer, bytes) => engine.FPDF_GetPageLabel(document, number - 1, buffer, bytes));
    // A page before the first range, or in a damaged one, has no label.
    if (label === "" && (ranges.at(-1)?.prefix ?? "") === "") continue;
    ranges.push({ first: number, style: undefined, prefix: oneLine(label, 100), start: 1 });
  }
  return createPageLabels(ranges, pageCount);
}
