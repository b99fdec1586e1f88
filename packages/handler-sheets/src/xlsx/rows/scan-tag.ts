import { wholeSheet } from "@reader/document/tables";
import type { CellType } from "./cell-value.ts";

/** What the start of an element says that is of interest, be it a row, a cell or a formula. */
export interface ScannedTag {
  /** Whether it ends itself: `<c/>`. */
  isEmpty: boolean;
  /** 0 where it says none. */
  row: number;
  /** 0 where it says none. */
  column: number;
  style: number;
  type: CellType;
  isHidden: boolean;
  /** Whether a formula is shared, and which one it is. */
  isShared: boolean;
  sharedFormula: string;
  /** Whether a formula fills several cells. */
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
 * Reads the attributes from behind the name of an element to behind its `>`, in any order, and passes over the unknown
 * ones. Answers with the position there; -1 for anything that is no plain tag.
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

/** From the name of an attribute to behind its closing quote. */
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

/** Where the sign behind the name of an attribute stands. */
function endOfName(xml: string, start: number): number {
  let at = start;
  for (let code = xml.charCodeAt(at); code !== equals; code = xml.charCodeAt((at += 1))) {
    // Also at the end of the text, where there is no code.
    if (!(code > space) || code === lessThan || code === greaterThan) return -1;
  }
  return at;
}

function takeLong(name: string, value: string, tag: ScannedTag): void {
  if (name === "si") tag.sharedFormula = value;
  else if (name === "hidden") tag.isHidden = value === "1" || value === "true";
}

/** Most values are a few characters long, for which a search costs more than looking. */
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

/** `B4` of a cell and `4` of a row; what is out of all bounds counts as not said. */
function takeAddress(xml: string, { at, end }: ShortAttribute, tag: ScannedTag): void {
  let column = 0;
  let digits = at;
  for (; digits < end; digits += 1) {
    // Capitals and small letters alike.
    const letter = (xml.charCodeAt(digits) & 0xdf) - 64;
    if (letter < 1 || letter > 26 || xml.charCodeAt(digits) < 65) break;
    column = column * 26 + letter;
    if (column > wholeSheet.lastColumn) column = Number.POSITIVE_INFINITY;
  }
  tag.column = column <= wholeSheet.lastColumn ? column : 0;
  const row = digitsBetween(xml, digits, end);
  tag.row = row <= wholeSheet.lastRow ? row : 0;
}

/** A whole number; 0 for anything else. */
function digitsBetween(xml: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = xml.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return 0;
    value = value * 10 + digit;
  }
  return value;
}
