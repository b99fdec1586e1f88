import { attributesIn, filledCells } from "./filled-cells.ts";
import { createPlainCell, scanPlainCell, type PlainCell } from "./plain-cell.ts";
import { richText } from "./rich-text.ts";
import { emptyCell, type RowBuilder, type ScannedCell } from "./row-builder.ts";
import { scanTag, type ScannedTag } from "./scan-tag.ts";
import { normaliseLineEnds, unescapeXml } from "./xml-text.ts";

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
