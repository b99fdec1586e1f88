import { UnsupportedContent } from "../base/unsupported-content.ts";

const backslash = 0x5c;
const greater = 0x3e;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The character for each escaped letter, by code; 0 if the escape means the letter itself. */
const escaped: Uint8Array = new Uint8Array(256);
for (const [letter, code] of [
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
  ["b", 0x08],
  ["f", 0x0c],
] as const) {
  escaped[letter.charCodeAt(0)] = code;
}

/** Room for a string. Shared by all content, whose strings are used one at a time. */
let scratch = new Uint8Array(1024);

/**
 * Extracts a string from page content: the bytes between `start` and `end` of `source`, which the next string
 * overwrites, of whatever content.
 */
export class StringReader {
  source: Uint8Array;
  start = 0;
  end = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.source = bytes;
  }

  /** Reads the literal string whose first byte after the parenthesis is at `from`. Returns the position after it. */
  literal(from: number): number {
    const { bytes } = this;
    let depth = 1;
    for (let at = from; at < bytes.length; at++) {
      const code = bytes[at];
      if (code === backslash || code === carriageReturn) return this.rewrittenLiteral(from);
      if (code === openParenthesis) depth++;
      else if (code === closeParenthesis && --depth === 0) {
        this.source = bytes;
        this.start = from;
        this.end = at;
        return at + 1;
      }
    }
    throw new UnsupportedContent("string");
  }

  /** Reads a literal string with escapes or line ends other than LF, for which LF stands (ISO 32000-1, 7.3.4.2). */
  private rewrittenLiteral(from: number): number {
    const { bytes } = this;
    this.begin();
    let depth = 1;
    let at = from;
    while (at < bytes.length) {
      const code = bytes[at++] ?? 0;
      if (code === backslash) {
        at = this.escape(at);
        continue;
      }
      if (code === openParenthesis) depth++;
      else if (code === closeParenthesis && --depth === 0) return at;
      else if (code === carriageReturn) {
        if (bytes[at] === lineFeed) at++;
        this.push(lineFeed);
        continue;
      }
      this.push(code);
    }
    throw new UnsupportedContent("string");
  }

  private escape(from: number): number {
    const code = this.bytes[from] ?? 0;
    if (code >= 0x30 && code <= 0x37) return this.octal(from);
    if (code === carriageReturn) return this.bytes[from + 1] === lineFeed ? from + 2 : from + 1;
    if (code !== lineFeed) this.push(escaped[code] === 0 ? code : (escaped[code] ?? 0));
    return from + 1;
  }

  /** Reads at most three octal digits. */
  private octal(from: number): number {
    let value = 0;
    let at = from;
    while (at < from + 3) {
      const digit = (this.bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 7) break;
      value = value * 8 + digit;
      at++;
    }
    this.push(value & 0xff);
    return at;
  }

  /** Reads the hexadecimal string that starts after the bracket at `from`. Returns the position after it. */
  hex(from: number): number {
    const { bytes } = this;
    this.begin();
    let first = -1;
    for (let at = from; at < bytes.length; at++) {
      const code = bytes[at] ?? 0;
      const digit = hexValues[code] ?? -1;
      if (digit < 0) {
        if (code === greater && first < 0) return at + 1;
        if (classes[code] !== white) break;
      } else if (first < 0) first = digit;
      else {
        this.push(first * 16 + digit);
        first = -1;
      }
    }
    // Odd digits and other characters are left to the engine, which drops them.
    throw new UnsupportedContent("string");
  }

  private begin(): void {
    this.source = scratch;
    this.start = 0;
    this.end = 0;
  }

  private push(code: number): void {
    if (this.end === scratch.length) {
      const larger = new Uint8Array(this.end * 2);
      larger.set(scratch);
      scratch = larger;
      this.source = larger;
    }
    scratch[this.end++] = code;
  }
}

/** Character class: part of a word. */
export const regular = 0;
/** Character class: whitespace. */
export const white = 1;
/** Character class: ends a word and is a token itself. */
export const delimiter = 2;
/** Character class: digits, signs and the decimal point. */
export const numeric = 3;

/** The class of each byte. */
export const classes: Uint8Array = classesOf();

function classesOf(): Uint8Array {
  const table = new Uint8Array(256);
  for (const code of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) table[code] = white;
  for (const sign of "()<>[]{}/%") table[sign.charCodeAt(0)] = delimiter;
  for (const sign of "+-.0123456789") table[sign.charCodeAt(0)] = numeric;
  return table;
}

/** True if a byte ends a word: whitespace or a delimiter. */
export function endsWord(code: number): boolean {
  const kind = classes[code];
  return kind === white || kind === delimiter;
}

/** The value of each hexadecimal digit; -1 for other bytes. */
export const hexValues: Int8Array = Int8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? -1 : digit;
});
