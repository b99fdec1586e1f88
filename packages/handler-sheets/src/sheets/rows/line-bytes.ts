import { textOfBytes } from "../bytes.ts";

const bar = 124;
const lineFeed = 10;
const tabulator = 9;
const carriageReturn = 13;
const firstBeyondAscii = 0x80;

/** Bytes at the start: the lines of some hundred rows of a common table. */
const startBytes = 65_536;

/** Bytes above which no memory is kept: a row of long cells must not cost it for good. */
const mostKeptBytes = 1_048_576;

/** No character of a string takes more in UTF-8. */
const maxUnitBytes = 3;

/**
 * Lines as UTF-8 until they are decoded in one go: strings that are put together of a million small ones cost more time
 * to make, to flatten and to collect than these cost to write.
 */
export class LineBytes {
  #bytes = new Uint8Array(startBytes);
  #at = 0;
  readonly #encoder = new TextEncoder();

  /** Writes what is ASCII and neither ends a cell nor a line; false, with nothing written, where the text is not. */
  addPlain(text: string): boolean {
    const { length } = text;
    this.#reserve(length);
    const bytes = this.#bytes;
    const at = this.#at;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      if (code >= firstBeyondAscii || code === bar || (code <= carriageReturn && code >= tabulator)) return false;
      bytes[at + index] = code;
    }
    this.#at = at + length;
    return true;
  }

  /** Writes any text as it is. */
  addText(text: string): void {
    this.#reserve(text.length * maxUnitBytes);
    this.#at += this.#encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written;
  }

  addBars(count: number): void {
    this.#reserve(count);
    const end = this.#at + count;
    while (this.#at < end) this.#bytes[this.#at++] = bar;
  }

  addLineFeed(): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = lineFeed;
  }

  /** What was written, which is forgotten. */
  take(): string {
    const text = textOfBytes(this.#bytes, 0, this.#at);
    this.#at = 0;
    if (this.#bytes.length > mostKeptBytes) this.#bytes = new Uint8Array(startBytes);
    return text;
  }

  #reserve(count: number): void {
    const needed = this.#at + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}
