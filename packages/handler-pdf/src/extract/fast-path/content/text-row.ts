import type { GlyphRow } from "../base/painted.ts";
import type { Frame } from "./frame.ts";
import type { Lexer } from "./lexer.ts";
import { classes, endsWord, hexValues, numeric, type StringReader } from "./strings.ts";

const { fround } = Math;

/** Maximum number of glyphs per row. Longer text is shown in several rows. */
export const maxRow = 1024;

const thousandth = fround(0.001);

/** A row that is filled, shown and reused. */
export class TextRow implements GlyphRow {
  readonly matrix: Float64Array = new Float64Array(6);
  readonly codes: Uint16Array = new Uint16Array(maxRow);
  readonly places: Float32Array = new Float32Array(maxRow);
  /** Extra pen movement before each glyph, in the space of the content. */
  readonly kerns: Float32Array = new Float32Array(maxRow + 1);
  count = 0;
  /** Number of bytes per code. */
  codeBytes: 1 | 2 = 1;
  private fontSize = 0;
  private scale = 1;
  private along = 1;

  /** Discards what an abandoned page left behind. */
  clear(): void {
    this.count = 0;
    this.kerns.fill(0);
  }

  /** Starts with the state of one operator. `along` is the length of a unit step in the text matrix. */
  begin({ font, fontSize, scale }: Frame, along: number): void {
    this.codeBytes = font?.codeBytes ?? 1;
    this.fontSize = fontSize;
    this.scale = scale;
    this.along = along;
  }

  /** Returns the pen movement for thousandths of the font size, backwards. */
  stepOf(thousandths: number): number {
    return fround(fround(fround(-thousandths * this.fontSize) * thousandth) * this.scale);
  }

  /** Moves the pen before the next glyph. Returns false if it was already moved, which must be settled first. */
  adjust(thousandths: number): boolean {
    const { kerns, count } = this;
    if (kerns[count] !== 0) return false;
    kerns[count] = fround(this.stepOf(thousandths) * this.along);
    return true;
  }

  /** Adds the codes of a string, which must fit. */
  add(string: StringReader): void {
    if (this.codeBytes === 1) this.addBytes(string);
    else this.addPairs(string);
  }

  private addBytes({ source, start, end }: StringReader): void {
    const { codes } = this;
    let { count } = this;
    for (let at = start; at < end; at++) codes[count++] = source[at] ?? 0;
    this.count = count;
  }

  private addPairs({ source, start, end }: StringReader): void {
    const { codes } = this;
    let { count } = this;
    for (let at = start; at < end; at += 2) codes[count++] = ((source[at] ?? 0) << 8) | (source[at + 1] ?? 0);
    this.count = count;
  }
}

const space = 0x20;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const minus = 0x2d;
const zero = 0x30;
const less = 0x3c;
const greater = 0x3e;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslash = 0x5c;

/** Maximum number of digits of a number read here. */
const maxDigits = 6;

/**
 * Reads the usual items of a text array directly into a row: strings without escapes or CR, and integers. Stops before
 * anything else, which becomes the next token, and if the row has no room for a string.
 */
export function readPlain(row: TextRow, lexer: Lexer): void {
  const { bytes } = lexer;
  let { at } = lexer;
  for (;;) {
    const next = readItem(row, bytes, at);
    if (next === at) break;
    at = next;
  }
  lexer.at = at;
}

/** Reads an item. Returns the position after it, or the same position if it is of another kind. */
function readItem(row: TextRow, bytes: Uint8Array, at: number): number {
  const code = bytes[at] ?? 0;
  if (code === openParenthesis) return row.codeBytes === 1 ? readLiteral(row, bytes, at) : at;
  if (code === less) return readHex(row, bytes, at);
  if (classes[code] === numeric) return readWhole(row, bytes, at);
  return code === space || code === lineFeed ? at + 1 : at;
}

function readLiteral(row: TextRow, bytes: Uint8Array, start: number): number {
  const { codes } = row;
  let { count } = row;
  let at = start + 1;
  const last = Math.min(bytes.length, at + maxRow - count);
  for (; at < last; at++) {
    const code = bytes[at] ?? 0;
    if (code === closeParenthesis) {
      row.count = count;
      return at + 1;
    }
    if (code === backslash || code === openParenthesis || code === carriageReturn) break;
    codes[count++] = code;
  }
  return start;
}

function readHex(row: TextRow, bytes: Uint8Array, start: number): number {
  const { codes, codeBytes } = row;
  let { count } = row;
  let at = start + 1;
  while (count < maxRow) {
    if (bytes[at] === greater) {
      row.count = count;
      return at + 1;
    }
    let code = pairAt(bytes, at);
    if (codeBytes === 2) code = (code << 8) | pairAt(bytes, at + 2);
    if (code < 0) break;
    codes[count++] = code;
    at += 2 * codeBytes;
  }
  return start;
}

/** Returns the value of two hexadecimal digits, or a negative number if one is invalid. */
function pairAt(bytes: Uint8Array, at: number): number {
  const high = hexValues[bytes[at] ?? 0] ?? -1;
  const low = hexValues[bytes[at + 1] ?? 0] ?? -1;
  return (high << 4) | low;
}

/** Reads an integer without branches on its sign and length, which processors cannot predict. */
function readWhole(row: TextRow, bytes: Uint8Array, start: number): number {
  const code = bytes[start] ?? 0;
  if (!beginsWhole(code)) return start;
  // -1 for a minus sign, whose code is below the digits, else 0.
  const sign = (code - zero) >> 31;
  const first = start - sign;
  const last = first + maxDigits + 1;
  let value = 0;
  let at = first;
  for (; at < last; at++) {
    const digit = ((bytes[at] ?? 0) - zero) >>> 0;
    if (digit > 9) break;
    value = value * 10 + digit;
  }
  if (at === first || at === last || !isWordOver(bytes, at)) return start;
  return row.adjust((value ^ sign) - sign) ? at : start;
}

function beginsWhole(code: number): boolean {
  return code >= zero || code === minus;
}

function isWordOver(bytes: Uint8Array, at: number): boolean {
  return endsWord(bytes[at] ?? 0);
}
