import type { PDFDocument, PDFObject } from "mupdf";

/** Returns an object as the engine prints it, or `null` if there is none. For a stream, returns its dictionary. */
export function printedObject(document: PDFDocument, number: number): string {
  const reference = document.newIndirect(number);
  try {
    return printed(reference);
  } finally {
    reference.destroy();
  }
}

/** Returns a value, or the object it refers to, as the engine prints it. */
export function printed(value: PDFObject): string {
  if (value.isNull()) return "null";
  const object = value.resolve();
  try {
    return object.isNull() ? "null" : object.toString();
  } finally {
    object.destroy();
  }
}

/** Returns a printed value, or the object it refers to as printed. */
export function printedValue(document: PDFDocument, text: string | undefined): string {
  const reference = referenceIn(text);
  return reference === undefined ? (text ?? "null") : printedObject(document, reference);
}

/** Returns a decoded text from the dictionary of an object. */
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

/** Maximum number of cached objects and of their printed characters. Beyond it the cache is cleared. */
const maxObjects = 10_000;
const maxCharacters = 16_000_000;

/** Caches parsed objects of a document by number. Each is printed once, however many pages and forms use it. */
export class PrintedObjects<Value> {
  readonly #document: PDFDocument;
  readonly #read: (text: string) => Value;
  readonly #known = new Map<number, Value>();
  #characters = 0;

  /** `read` parses a printed object. */
  constructor(document: PDFDocument, read: (text: string) => Value) {
    this.#document = document;
    this.#read = read;
  }

  /** Returns the parsed object. Throws what the engine throws. */
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
 * Parses objects as the engine prints them, without optional whitespace. Printing an object is one call to the engine,
 * while inspecting it takes one call per value.
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

/** Returns the printed values of a printed dictionary by key, or an empty map for anything else. */
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

/** Returns the object number of a printed reference, or `undefined` if it is no reference. */
export function referenceIn(text: string | undefined): number | undefined {
  if (text === undefined || !text.endsWith(" R")) return undefined;
  const number = listIn(text).references[0] ?? 0;
  return number > 0 ? number : undefined;
}

/** The elements of a printed array. */
interface PrintedList {
  /** By index: the number of the referenced object, 0 for `null`, -1 for a direct value. */
  readonly references: readonly number[];
  /** The integers among the elements. */
  readonly numbers: readonly number[];
}

/** Parses a printed array. Any other value is treated as its only element. */
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

  /** A number followed by another number and `R` is a reference. */
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

/** Returns the end of a value in a dictionary, which every value but numbers and references marks itself. */
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

/** Returns the end of an array, a dictionary or a hexadecimal string, each of which balances its brackets. */
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
