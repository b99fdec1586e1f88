import { classes, endsWord, hexValues, numeric } from "./characters.ts";
import type { Lexer } from "./lexer.ts";
import { maxRow, type TextRow } from "./text-row.ts";

const space = 0x20;
const openParenthesis = 0x28;
const closeParenthesis = 0x29;
const minus = 0x2d;
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
  if (classes[code] === numeric) return readWhole(row, bytes, at);
  if (code === less) return readHex(row, bytes, at);
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
    if (codeBytes === 2) code = code * 256 + pairAt(bytes, at + 2);
    if (code < 0) break;
    codes[count++] = code;
    at += 2 * codeBytes;
  }
  return start;
}

/** The value of two hexadecimal digits; much below 0 where one is none. */
function pairAt(bytes: Uint8Array, at: number): number {
  const high = hexValues[bytes[at] ?? 0] ?? -1;
  const low = hexValues[bytes[at + 1] ?? 0] ?? -1;
  return high < 0 || low < 0 ? -65_536 : high * 16 + low;
}

function readWhole(row: TextRow, bytes: Uint8Array, start: number): number {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  const end = endOfDigits(bytes, first);
  if (end === first || end - first > maxDigits || !endsWord(bytes[end] ?? 0)) return start;
  let value = 0;
  for (let at = first; at < end; at++) value = value * 10 + (bytes[at] ?? 0) - 0x30;
  return row.adjust(isNegative ? -value : value) ? end : start;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const digit = (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return at;
    at++;
  }
}
