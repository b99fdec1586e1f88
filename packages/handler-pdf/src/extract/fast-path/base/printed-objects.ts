import type { PDFDocument } from "mupdf";
import { printedObject } from "./printed-object.ts";

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
