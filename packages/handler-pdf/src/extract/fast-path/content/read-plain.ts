import { classes, endsWord, hexValues, numeric } from "./characters.ts";
import type { Lexer } from "./lexer.ts";
import { maxRow, type TextRow } from "./text-row.ts";

const space = 0x20;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const minus = 0x2d;
const zero = 0x30;
const less = 0x3c;
const greater = 0x3e;
const lineFeed = 0x0a;
const backslash = 0x5c;

/** Digits of a number that is read here. */
const maxDigits = 6;

/**
 * Reads what nearly all of a list of text is made of straight into a row: strings without escapes and whole numbers. Stops
 * at whatever else there is, which is the next token then, and where the row has no room for a string.
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

/** Reads what starts at a place; returns where the next starts, or the same place where it is another matter. */
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
    if (code === backslash || code === openParenthesis) break;
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

/** The value of two hexadecimal digits; below 0 where one is none. */
function pairAt(bytes: Uint8Array, at: number): number {
  const high = hexValues[bytes[at] ?? 0] ?? -1;
  const low = hexValues[bytes[at + 1] ?? 0] ?? -1;
  return (high << 4) | low;
}

/** Reads a whole number in one pass: which sign and how many digits it has, no processor can foretell. */
function readWhole(row: TextRow, bytes: Uint8Array, start: number): number {
  const code = bytes[start] ?? 0;
  if (!beginsWhole(code)) return start;
  // -1 for a minus, which comes before all digits; else 0.
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
