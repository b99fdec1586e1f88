import { wholeSheet } from "@reader/document/tables";
import { attributesIn, filledCells, emptyCell, type RowBuilder, type ScannedCell } from "./row-builder.ts";
import { createPlainCell, scanPlainCell, type PlainCell } from "./plain-cell.ts";
import { richText } from "./rich-text.ts";
import { normaliseLineEnds, unescapeXml } from "./xml-text.ts";
import type { CellType } from "./cell-value.ts";

/**
 * Reads rows in the form that all programs write: elements without prefixes, no comments, no CDATA sections. Returns
 * false for anything else; the builder's rows must then be discarded and read with the XML parser.
 */
export function scanRows(xml: string, builder: RowBuilder): boolean {
  const scan: Scan = { xml, builder, tag: newTag(), cell: emptyCell(), plain: createPlainCell() };
  let at = afterSpace(xml, 0);
  while (at >= 0 && at < xml.length) at = scanRow(scan, at);
  return at >= 0;
}

/** Returned instead of a position if the XML does not have the expected form. */
const surprise = -1;

interface Scan {
  readonly xml: string;
  readonly builder: RowBuilder;
  readonly tag: ScannedTag;
  readonly cell: ScannedCell;
  readonly plain: PlainCell;
}

function newTag(): ScannedTag {
  return {
    isEmpty: false,
    row: 0,
    column: 0,
    style: 0,
    type: "n",
    isHidden: false,
    isShared: false,
    sharedFormula: "",
    isFilling: false,
  };
}

const lessThan = 60;
const slash = 47;
const letterC = 99;
const letterF = 102;
const letterI = 105;
const letterV = 118;

function scanRow(scan: Scan, start: number): number {
  const { xml, builder, tag } = scan;
  if (!xml.startsWith("<row", start)) return surprise;
  let at = scanTag(xml, start + "<row".length, tag);
  if (at < 0) return surprise;
  builder.startRow(tag.row, tag.isHidden);
  if (!tag.isEmpty) at = scanCells(scan, afterSpace(xml, at));
  if (at < 0) return surprise;
  builder.endRow();
  return afterSpace(xml, at);
}

/** Reads the cells of a row. Returns the position after the row. */
function scanCells(scan: Scan, start: number): number {
  const { xml, builder, plain } = scan;
  let at = start;
  while (xml.charCodeAt(at + 1) === letterC && xml.charCodeAt(at) === lessThan) {
    const end = scanPlainCell(xml, at + 2, plain);
    if (end >= 0) builder.addPlain(plain, xml);
    at = end >= 0 ? afterSpace(xml, end) : scanCell(scan, at + 2);
  }
  return xml.startsWith("</row>", at) ? at + "</row>".length : surprise;
}

function scanCell(scan: Scan, start: number): number {
  const { xml, builder, tag, cell } = scan;
  let at = scanTag(xml, start, tag);
  if (at < 0) return surprise;
  cell.column = tag.column;
  cell.style = tag.style;
  cell.type = tag.type;
  cell.value = undefined;
  cell.formula = undefined;
  cell.sharedFormula = undefined;
  cell.filled = undefined;
  if (!tag.isEmpty) at = scanContent(scan, at);
  if (at < 0) return surprise;
  builder.addCell(cell);
  return afterSpace(xml, at);
}

/** Reads the children of a cell. Returns the position after the cell. */
function scanContent(scan: Scan, start: number): number {
  const { xml } = scan;
  let at = start;
  while (at >= 0) {
    at = afterSpace(xml, at);
    if (xml.charCodeAt(at) !== lessThan) return surprise;
    switch (xml.charCodeAt(at + 1)) {
      case slash:
        return xml.startsWith("</c>", at) ? at + "</c>".length : surprise;
      case letterV:
        at = scanValue(scan, at);
        break;
      case letterF:
        at = scanFormula(scan, at);
        break;
      case letterI:
        at = scanInline(scan, at);
        break;
      default:
        return surprise;
    }
  }
  return surprise;
}

function scanValue({ xml, cell }: Scan, start: number): number {
  if (xml.startsWith("<v/>", start)) return start + "<v/>".length;
  if (!xml.startsWith("<v>", start)) return surprise;
  const end = xml.indexOf("<", start + "<v>".length);
  if (end < 0 || !xml.startsWith("</v>", end)) return surprise;
  const value = unescapeXml(normaliseLineEnds(xml.slice(start + "<v>".length, end)));
  if (value === undefined) return surprise;
  cell.value = value;
  return end + "</v>".length;
}

function scanFormula({ xml, cell, tag }: Scan, start: number): number {
  const at = scanTag(xml, start + "<f".length, tag);
  if (at < 0) return surprise;
  cell.sharedFormula = tag.isShared ? tag.sharedFormula : undefined;
  cell.formula = "";
  if (tag.isFilling) cell.filled = filledCells(attributesIn(xml.slice(start, at)));
  if (tag.isEmpty) return at;
  const end = xml.indexOf("<", at);
  if (end < 0 || !xml.startsWith("</f>", end)) return surprise;
  const formula = unescapeXml(normaliseLineEnds(xml.slice(at, end)));
  if (formula === undefined) return surprise;
  cell.formula = formula;
  return end + "</f>".length;
}

function scanInline({ xml, cell }: Scan, start: number): number {
  if (xml.startsWith("<is/>", start)) return start + "<is/>".length;
  if (!xml.startsWith("<is>", start)) return surprise;
  const end = xml.indexOf("</is>", start);
  const text = end < 0 ? undefined : richText(xml.slice(start + "<is>".length, end));
  if (text === undefined) return surprise;
  cell.value = text;
  return end + "</is>".length;
}

function afterSpace(xml: string, start: number): number {
  let at = start;
  let code = xml.charCodeAt(at);
  while (code === 32 || code === 10 || code === 13 || code === 9) code = xml.charCodeAt((at += 1));
  return at;
}

/** The relevant attributes of the start tag of a row, a cell or a formula. */
interface ScannedTag {
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
const equals = 61;
const greaterThan = 62;

/**
 * Reads the attributes from after the element name to after its `>`, in any order, and skips unknown ones. Returns the
 * position there, or -1 if the tag does not have the expected form.
 */
function scanTag(xml: string, start: number, tag: ScannedTag): number {
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
