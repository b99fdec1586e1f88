import { wholeSheet } from "@reader/document/tables";
import type { CellType } from "./cell-value.ts";

/** The relevant attributes of the start tag of a row, a cell or a formula. */
export interface ScannedTag {
  /** True for an empty element: `<c/>`. */
  isEmpty: boolean;
  /** 0 if absent. */
  row: number;
  /** 0 if absent. */
  column: number;
  style: number;
  type: CellType;
  isHidden: boolean;
  /** Whether a formula is shared, and its number. */
  isShared: boolean;
  sharedFormula: string;
  /** True if a formula fills several cells. */
  isFilling: boolean;
}

const space = 32;
const doubleQuote = 34;
const singleQuote = 39;
const slash = 47;
const equals = 61;
const greaterThan = 62;
const lessThan = 60;

/**
 * Reads the attributes from after the element name to after its `>`, in any order, and skips unknown ones. Returns the
 * position there, or -1 if the tag does not have the expected form.
 */
export function scanTag(xml: string, start: number, tag: ScannedTag): number {
  clear(tag);
  let at = start;
  for (;;) {
    const code = xml.charCodeAt(at);
    if (code === greaterThan) return at + 1;
    if (code === slash) {
      tag.isEmpty = true;
      return xml.charCodeAt(at + 1) === greaterThan ? at + 2 : -1;
    }
    if (!isSpace(code)) return -1;
    at += 1;
    const first = xml.charCodeAt(at);
    if (first === greaterThan || first === slash || isSpace(first)) continue;
    at = scanAttribute(xml, at, tag);
    if (at < 0) return -1;
  }
}

function clear(tag: ScannedTag): void {
  tag.isEmpty = false;
  tag.row = 0;
  tag.column = 0;
  tag.style = 0;
  tag.type = "n";
  tag.isHidden = false;
  tag.isShared = false;
  tag.sharedFormula = "";
  tag.isFilling = false;
}

function isSpace(code: number): boolean {
  return code === space || code === 10 || code === 13 || code === 9;
}

/** Reads an attribute from its name to after its closing quote. */
function scanAttribute(xml: string, start: number, tag: ScannedTag): number {
  const at = endOfName(xml, start);
  const quote = at < 0 ? 0 : xml.charCodeAt(at + 1);
  if (quote !== doubleQuote && quote !== singleQuote) return -1;
  const end = closingQuote(xml, at + 2, quote);
  if (end < 0) return -1;
  if (at === start + 1) takeShort(xml, { at: at + 2, end, name: xml.charCodeAt(start) }, tag);
  else takeLong(xml.slice(start, at), xml.slice(at + 2, end), tag);
  return end + 1;
}

/** Returns the position of the character after an attribute name. */
function endOfName(xml: string, start: number): number {
  let at = start;
  for (let code = xml.charCodeAt(at); code !== equals; code = xml.charCodeAt((at += 1))) {
    // This also holds at the end of the text, where the code is `NaN`.
    if (!(code > space) || code === lessThan || code === greaterThan) return -1;
  }
  return at;
}

function takeLong(name: string, value: string, tag: ScannedTag): void {
  if (name === "si") tag.sharedFormula = value;
  else if (name === "hidden") tag.isHidden = value === "1" || value === "true";
}

/** Returns the position of the closing quote. Most values are so short that a loop is faster than a search. */
function closingQuote(xml: string, start: number, quote: number): number {
  let at = start;
  for (let code = xml.charCodeAt(at); code !== quote; code = xml.charCodeAt((at += 1))) {
    if (!(code >= 9) || code === lessThan) return -1;
  }
  return at;
}

interface ShortAttribute {
  readonly at: number;
  readonly end: number;
  readonly name: number;
}

const letterR = 114;
const letterS = 115;
const letterT = 116;

function takeShort(xml: string, { at, end, name }: ShortAttribute, tag: ScannedTag): void {
  if (name === letterR) takeAddress(xml, { at, end, name }, tag);
  else if (name === letterS) tag.style = digitsBetween(xml, at, end);
  else if (name === letterT) takeType(xml.slice(at, end), tag);
}

function takeType(value: string, tag: ScannedTag): void {
  switch (value) {
    case "s":
    case "n":
    case "b":
    case "e":
    case "d":
    case "str":
    case "inlineStr":
      tag.type = value;
      break;
    default:
      tag.isShared = value === "shared";
      tag.isFilling = value === "array" || value === "dataTable";
  }
}

/** Reads the address of a cell (`B4`) or a row (`4`). An address out of bounds is ignored. */
function takeAddress(xml: string, { at, end }: ShortAttribute, tag: ScannedTag): void {
  let column = 0;
  let digits = at;
  for (; digits < end; digits += 1) {
    // Ignores case.
    const letter = (xml.charCodeAt(digits) & 0xdf) - 64;
    if (letter < 1 || letter > 26 || xml.charCodeAt(digits) < 65) break;
    column = column * 26 + letter;
    if (column > wholeSheet.lastColumn) column = Number.POSITIVE_INFINITY;
  }
  tag.column = column <= wholeSheet.lastColumn ? column : 0;
  const row = digitsBetween(xml, digits, end);
  tag.row = row <= wholeSheet.lastRow ? row : 0;
}

/** Parses a whole number; 0 for anything else. */
function digitsBetween(xml: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = xml.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}
