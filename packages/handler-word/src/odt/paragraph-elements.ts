import type { ParagraphStyle } from "@reader/document/builder";
import { headingOfStyle, isCodeParagraph, isQuoteParagraph, linkTarget, type OdfFormat } from "@reader/office-kit/odf";
import type { XmlAttributes } from "@reader/office-kit/xml";
import type { OdfReader } from "./odf-reader.ts";
import { breakLine, endCapture, startCapture, startPending, writeHeldCode, writeShown } from "./odf-text.ts";

/** The actions of an element at its start and end tags. */
export interface ElementAction {
  readonly open?: (reader: OdfReader, attributes: XmlAttributes) => void;
  readonly close?: (reader: OdfReader) => void;
  /** True if the element and its content are not visible. */
  readonly isHidden?: boolean;
}

/** Actions by element name. */
export type ElementActions = Readonly<Record<string, ElementAction>>;

/** An element that is skipped together with its content. */
export const hidden: ElementAction = { isHidden: true };

/** An element whose text is collected and is not part of the document text. */
export function captured(done: (reader: OdfReader, text: string) => void): ElementAction {
  return { open: startCapture, close: (reader) => done(reader, endCapture(reader)) };
}

/**
 * Starts to count pages, if the program that saved the document marked the pages of its layout, by
 * `text:soft-page-break`, or if the breaks of the author tell them. Those are in styles.
 */
export function openLayout({ layout, builder }: OdfReader, attributes: XmlAttributes): void {
  const isMarked = attributes["text:use-soft-page-breaks"] === "true" && !layout.isUnmarked;
  if (!(isMarked && layout.statedPages > 1) && !layout.isByBreaks) return;
  layout.page = 1;
  builder.startPage(1);
}

/** Starts the next page. */
export function nextPage({ layout, builder }: OdfReader): void {
  if (layout.page === undefined) return;
  layout.page += 1;
  layout.hasContent = false;
  builder.startPage(layout.page);
}

/** Starts a page if the style of a paragraph or table requires it. Inside frames, notes and cells there are no pages. */
function startStyledPage(reader: OdfReader, family: "paragraph" | "table", name: string): void {
  const { layout, styles } = reader;
  if (layout.page === undefined || isNested(reader)) return;
  const startsPage = styles.find({ family, name }, (style) => style.startsPage) === true;
  if (startsPage && layout.hasContent) nextPage(reader);
  layout.hasContent = true;
}

/** True inside a paragraph, a cell, a drawing or a tracked change. */
function isNested(reader: OdfReader): boolean {
  return isAside(reader) || reader.rowRepeats.length > 0;
}

/** True inside a paragraph, a drawing or a tracked change. */
function isAside({ paragraphs, drawings, change }: OdfReader): boolean {
  return paragraphs.length > 0 || drawings.length > 0 || change !== undefined;
}

function openParagraph(reader: OdfReader, attributes: XmlAttributes, heading: number | undefined): void {
  const name = attributes["text:style-name"] ?? "";
  startStyledPage(reader, "paragraph", name);
  const style = styleOf(reader, { name, heading, isNumbered: attributes["text:is-list-header"] !== "true" });
  const format = reader.styles.formatOf("paragraph", name);
  // Headings do not need bold or other formatting.
  reader.formats.push(style.heading === undefined ? format : { isHidden: format.isHidden });
  const held = mayBeCode(reader, style) ? [] : undefined;
  reader.paragraphs.push({ style, isStarted: false, held, trailing: [] });
}

/**
 * True for a paragraph that its font can mark as code. Names and values in cells are not code, but a table with one
 * column is a box around it.
 */
function mayBeCode(reader: OdfReader, { heading, list, isCode }: ParagraphStyle): boolean {
  const { rowRepeats, tableColumns } = reader;
  const isPlain = heading === undefined && list === undefined && isCode !== true;
  const isInBox = rowRepeats.length === 1 && tableColumns.at(-1) === 1;
  return reader.isCodeMonospaced && isPlain && !isAside(reader) && (rowRepeats.length === 0 || isInBox);
}

/** OpenOffice 1 has another name for the attribute. */
function levelOf(attributes: XmlAttributes): number {
  return Number(attributes["text:outline-level"] ?? attributes["text:level"] ?? "1") || 1;
}

interface ParagraphFacts {
  readonly name: string;
  readonly heading: number | undefined;
  readonly isNumbered: boolean;
}

function styleOf({ styles, lists }: OdfReader, { name, heading, isNumbered }: ParagraphFacts): ParagraphStyle {
  const level = heading ?? headingOfStyle(styles, name);
  const listStyle = styles.find({ family: "paragraph", name }, (style) => style.listStyle);
  const item = isNumbered ? lists.itemOf(listStyle) : undefined;
  if (level === undefined) {
    return { list: item, isCode: isCodeParagraph(styles, name), isQuote: isQuoteParagraph(styles, name) };
  }
  const isCounted = isNumbered && heading !== undefined && !leavesOutline(styles, name);
  const label = item?.label ?? (isCounted ? lists.outlineLabel(level - 1) : "");
  return { heading: level, list: label === "" ? undefined : { level: 0, label } };
}

/**
 * True if a style takes its headings out of the outline numbering, by an empty `style:list-style-name`.
 * Programs also write an empty list style for the style that the outline numbers, which has an outline level.
 */
function leavesOutline(styles: OdfReader["styles"], name: string): boolean {
  const found = styles.find({ family: "paragraph", name }, ({ listStyle, outlineLevel }) => {
    return listStyle === undefined ? undefined : listStyle === "" && outlineLevel === undefined;
  });
  return found === true;
}

function closeParagraph(reader: OdfReader): void {
  const paragraph = reader.paragraphs.pop();
  reader.formats.pop();
  if (paragraph === undefined) return;
  if (paragraph.held !== undefined) writeHeldCode(reader, paragraph);
  if (paragraph.style.isCode === true) startPending(reader, paragraph);
  if (paragraph.isStarted) reader.builder.endParagraph();
  for (const aside of paragraph.trailing) reader.builder.writeRecording(aside);
}

function pushFormat(reader: OdfReader, change: OdfFormat): void {
  reader.formats.push({ ...reader.formats.at(-1), ...change });
}

function popFormat({ formats }: OdfReader): void {
  formats.pop();
}

/** Maximum number of repeated spaces. */
const maxSpaces = 400;

function openLink(reader: OdfReader, attributes: XmlAttributes): void {
  const address = attributes["xlink:href"] ?? "";
  pushFormat(
    reader,
    address === "" || address.startsWith("#") ? {} : { link: linkTarget(address, !reader.has("content.xml")) },
  );
}

/** Actions for paragraphs, lists and inline elements. */
export const paragraphElements: ElementActions = {
  "text:p": { open: (reader, attributes) => openParagraph(reader, attributes, undefined), close: closeParagraph },
  "text:h": {
    open: (reader, attributes) => openParagraph(reader, attributes, levelOf(attributes)),
    close: closeParagraph,
  },
  "text:span": {
    open: (reader, attributes) =>
      pushFormat(reader, reader.styles.formatOf("text", attributes["text:style-name"] ?? "")),
    close: popFormat,
  },
  "text:a": { open: openLink, close: popFormat },
  "draw:a": { open: openLink, close: popFormat },
  "text:s": {
    open: (reader, attributes) =>
      writeShown(reader, " ".repeat(Math.min(maxSpaces, Math.max(1, Number(attributes["text:c"] ?? "1") || 1)))),
  },
  "text:tab": { open: (reader) => writeShown(reader, "\t") },
  "text:tab-stop": { open: (reader) => writeShown(reader, "\t") },
  "text:line-break": {
    open: breakLine,
  },
  "text:ruby-text": {
    open: (reader) => writeShown(reader, "("),
    close: (reader) => writeShown(reader, ")"),
  },
  "text:hidden-text": {
    open(reader, attributes) {
      pushFormat(reader, { isHidden: true });
      writeShown(reader, attributes["text:string-value"] ?? "");
    },
    close: popFormat,
  },
  "text:hidden-paragraph": {
    open: (reader, attributes) => {
      const top = reader.formats.at(-1);
      if (attributes["text:is-hidden"] === "true") reader.formats.splice(-1, 1, { ...top, isHidden: true });
    },
  },
  "text:list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:ordered-list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:unordered-list": {
    open: (reader, attributes) => reader.lists.enter(attributes),
    close: (reader) => reader.lists.leave(),
  },
  "text:list-item": {
    open: (reader, attributes) => reader.lists.enterItem(attributes, "item"),
    close: (reader) => reader.lists.leaveItem(),
  },
  "text:list-header": {
    open: (reader, attributes) => reader.lists.enterItem(attributes, "header"),
    close: (reader) => reader.lists.leaveItem(),
  },
  "text:number": captured((reader, number) => reader.lists.setNumber(number.trim())),
};

/** Limits on repeated cells and rows, which add no information. */
const maxRepeatedCells = 64;
const maxRepeatedRows = 100;

function countOf(attributes: XmlAttributes, name: string): number {
  return Math.max(1, Number.parseInt(attributes[name] ?? "1", 10) || 1);
}

function openRow(reader: OdfReader, attributes: XmlAttributes): void {
  const count = Math.min(maxRepeatedRows, countOf(attributes, "table:number-rows-repeated"));
  reader.rowRepeats.push(count);
  if (count > 1) reader.builder.beginAside();
  reader.builder.startRow();
}

function closeRow(reader: OdfReader): void {
  const { builder } = reader;
  builder.endRow();
  const count = reader.rowRepeats.pop() ?? 1;
  if (count === 1) return;
  const row = builder.endAside();
  const most = Math.max(1, Math.floor(reader.repeatsLeft / Math.max(1, row.size)));
  for (let copy = 0; copy < Math.min(count, most); copy += 1) builder.writeRecording(row);
  reader.repeatsLeft -= Math.min(count, most) * row.size;
}

function openCell({ builder, headerRows }: OdfReader, attributes: XmlAttributes): void {
  const repeated = Math.min(maxRepeatedCells, countOf(attributes, "table:number-columns-repeated"));
  for (let empty = 1; empty < repeated; empty += 1) {
    builder.startCell();
    builder.endCell();
  }
  builder.startCell({
    columns: countOf(attributes, "table:number-columns-spanned"),
    rows: countOf(attributes, "table:number-rows-spanned"),
    isHeader: headerRows > 0,
  });
}

/** Actions for tables. The document builder lays out covered cells from the spans. */
export const tableElements: ElementActions = {
  "table:table": {
    open(reader, attributes) {
      startStyledPage(reader, "table", attributes["table:style-name"] ?? "");
      reader.tableColumns.push(0);
      reader.builder.startTable();
    },
    close({ builder, tableColumns }) {
      tableColumns.pop();
      builder.endTable();
    },
  },
  "table:sub-table": { open: ({ builder }) => builder.startTable(), close: ({ builder }) => builder.endTable() },
  "table:table-column": {
    open({ tableColumns }, attributes) {
      const before = tableColumns.pop();
      if (before !== undefined) tableColumns.push(before + countOf(attributes, "table:number-columns-repeated"));
    },
  },
  "table:table-header-rows": {
    open: (reader) => void (reader.headerRows += 1),
    close: (reader) => void (reader.headerRows -= 1),
  },
  "table:table-row": { open: openRow, close: closeRow },
  "table:table-cell": { open: openCell, close: ({ builder }) => builder.endCell() },
  "table:covered-table-cell": hidden,
};
