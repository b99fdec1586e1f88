import type { PDFDocument, PDFObject } from "mupdf";

/** An object as the engine prints it, by its number; `null` where there is none. Of a stream, its dictionary. */
export function printedObject(document: PDFDocument, number: number): string {
  const reference = document.newIndirect(number);
  try {
    return printed(reference);
  } finally {
    reference.destroy();
  }
}

/** A value as the engine prints it, or what it refers to. */
export function printed(value: PDFObject): string {
  if (value.isNull()) return "null";
  const object = value.resolve();
  try {
    return object.isNull() ? "null" : object.toString();
  } finally {
    object.destroy();
  }
}

/** A printed value, or what it refers to as it is printed. */
export function printedValue(document: PDFDocument, text: string | undefined): string {
  const reference = referenceIn(text);
  return reference === undefined ? (text ?? "null") : printedObject(document, reference);
}

/** A text in the dictionary of an object, decoded. */
export function textIn(document: PDFDocument, number: number, key: string): string {
  const reference = document.newIndirect(number);
  const text = reference.get(key);
  try {
    return text.asString();
  } finally {
    text.destroy();
    reference.destroy();
  }
}

/** Objects that are kept, and characters of them as they are printed; beyond these all are forgotten and read again. */
const maxObjects = 10_000;
const maxCharacters = 16_000_000;

/** What objects of a document say, by their numbers: each is printed once, however many pages and forms name it. */
export class PrintedObjects<Value> {
  readonly #document: PDFDocument;
  readonly #read: (text: string) => Value;
  readonly #known = new Map<number, Value>();
  #characters = 0;

  /** Takes how a printed object is read. */
  constructor(document: PDFDocument, read: (text: string) => Value) {
    this.#document = document;
    this.#read = read;
  }

  /** What the object with a number says. Throws what the engine throws. */
  of(number: number): Value {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    const text = printedObject(this.#document, number);
    if (this.#known.size >= maxObjects || this.#characters > maxCharacters) this.#forget();
    const value = this.#read(text);
    this.#characters += text.length;
    this.#known.set(number, value);
    return value;
  }

  #forget(): void {
    this.#known.clear();
    this.#characters = 0;
  }
}

/**
 * Reads objects as the engine prints them, without white space that is not needed: to print one costs a single call into
 * the engine, where to look into it costs one for each thing that is asked.
 */

const slash = 0x2f;
const space = 0x20;
const parenthesis = 0x28;
const closingParenthesis = 0x29;
const backslash = 0x5c;
const less = 0x3c;
const greater = 0x3e;
const bracket = 0x5b;
const closingBracket = 0x5d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;

/** The values of a printed dictionary by its keys, all of them as they are printed; empty for anything else. */
export function entriesIn(text: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  if (!text.startsWith("<<")) return entries;
  let at = skipSpace(text, 2);
  while (at < text.length && text.charCodeAt(at) !== greater) {
    const endOfKey = endOfName(text, at);
    const start = skipSpace(text, endOfKey);
    const end = endOfValue(text, start);
    entries.set(text.slice(at + 1, endOfKey), text.slice(start, end).trimEnd());
    at = skipSpace(text, Math.max(end, at + 1));
  }
  return entries;
}

/** The number of the object that a printed value refers to; `undefined` for what is no reference. */
export function referenceIn(text: string | undefined): number | undefined {
  if (text === undefined || !text.endsWith(" R")) return undefined;
  const number = listIn(text).references[0] ?? 0;
  return number > 0 ? number : undefined;
}

/** What stands in a printed array. */
interface PrintedList {
  /** By place: the number of the object that is referred to, 0 for `null`, -1 for anything that stands there itself. */
  readonly references: readonly number[];
  /** The whole numbers among it. */
  readonly numbers: readonly number[];
}

/** Reads a printed array; of anything else, itself as the only item. */
export function listIn(text: string): PrintedList {
  const reader = new ListReader(text);
  if (text.charCodeAt(0) === bracket) reader.readItems();
  else reader.readItem();
  return reader;
}

class ListReader implements PrintedList {
  readonly references: number[] = [];
  readonly numbers: number[] = [];
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readItems(): void {
    const { length } = this.#text;
    this.#at = skipSpace(this.#text, 1);
    while (this.#at < length && this.#text.charCodeAt(this.#at) !== closingBracket) {
      this.readItem();
      this.#at = skipSpace(this.#text, this.#at);
    }
  }

  readItem(): void {
    const start = this.#at;
    if (isDigit(this.#text.charCodeAt(start))) this.#readNumber();
    else this.#readOther();
    if (this.#at === start) this.#at += 1;
  }

  /** A number that another one and an `R` follow is a reference. */
  #readNumber(): void {
    const number = this.#digits();
    const end = this.#at;
    const next = this.#text.charCodeAt(end);
    if (next === space && isDigit(this.#text.charCodeAt(end + 1))) {
      this.#at += 1;
      this.#digits();
      if (this.#text.startsWith(" R", this.#at)) {
        this.#at += 2;
        this.references.push(number);
        return;
      }
    }
    this.#at = next === point ? endOfWord(this.#text, end) : end;
    this.references.push(-1);
    if (next !== point) this.numbers.push(number);
  }

  #digits(): number {
    let value = 0;
    let code = this.#text.charCodeAt(this.#at);
    while (isDigit(code)) {
      value = value * 10 + code - zero;
      code = this.#text.charCodeAt(++this.#at);
    }
    return value;
  }

  #readOther(): void {
    const code = this.#text.charCodeAt(this.#at);
    const start = this.#at;
    this.#at = isOpening(code) || code === slash ? endOfValue(this.#text, start) : endOfWord(this.#text, start);
    this.references.push(this.#text.startsWith("null", start) ? 0 : -1);
  }
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !isDelimiter(text.charCodeAt(at))) at += 1;
  return at;
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

function isOpening(code: number): boolean {
  return code === less || code === bracket || code === parenthesis;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= space) at += 1;
  return at;
}

function endOfName(text: string, start: number): number {
  return endOfWord(text, start + 1);
}

function isDelimiter(code: number): boolean {
  if (code <= space || code === slash) return true;
  return isOpening(code) || code === greater || code === closingBracket || code === closingParenthesis;
}

/** The end of a value in a dictionary, which anything but numbers and references marks by itself. */
function endOfValue(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code === slash) return endOfName(text, start);
  if (code === parenthesis) return endOfString(text, start);
  if (code === less || code === bracket) return endOfNested(text, start);
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== slash && text.charCodeAt(at) !== greater) at += 1;
  return at;
}

function endOfString(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === parenthesis) depth += 1;
    else if (code === closingParenthesis) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}

/** The end of an array, of a dictionary or of a string of hexadecimal digits: each `<` has a `>`. */
function endOfNested(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === parenthesis) {
      at = endOfString(text, at);
      continue;
    }
    if (code === less || code === bracket) depth += 1;
    else if (code === greater || code === closingBracket) depth -= 1;
    at += 1;
    if (depth === 0) return at;
  }
  return at;
}
