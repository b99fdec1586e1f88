import { type HandlerEvent, notice, type Place, text } from "@reader/core/handler";
import { cellAddress, type CellRange, cellText, intersect, rangeAddress, wholeSheet } from "@reader/document/tables";
import { textOfBytes } from "./bytes.ts";
import { sheetLabel } from "./describe-sheets.ts";
import { rowSlices } from "./rows/row-slices.ts";
import { omittedNotices } from "./rows/csv-notices.ts";
import { createCsvWriter } from "./rows/csv-writer.ts";
import { createRowWriter, type RowWriter } from "./rows/row-writer.ts";
import { createSheetTally, type FormulaCount, type SheetTally } from "./sheet-tally.ts";
import type { CellNote, Row, Sheet, SheetExtras, SheetLayout } from "./workbook.ts";

/** A sheet and the requested part of it. */
export interface SheetReading {
  readonly sheet: Sheet;
  /** From 0. */
  readonly index: number;
  /** Absent for the whole sheet. */
  readonly ranges: readonly CellRange[] | undefined;
  readonly withFormulas: boolean;
  /** True if the rows are wanted as CSV, without anything else. */
  readonly isCsv: boolean;
  /** Awaited between batches of work; throws if the read was cancelled. */
  pause(): Promise<void>;
  /** Called with the number of formulas in the cells, and of those without a value. */
  onFormulas(count: FormulaCount): void;
}

/** Maximum number of frozen rows that are repeated above rows further down. */
const maxRepeatedRows = 5;

/** Yields the events of one sheet: its rows, the notes of its cells, its drawings and its images. */
export async function* sheetEvents(reading: SheetReading): AsyncGenerator<HandlerEvent> {
  const { sheet } = reading;
  const at = placeOf(reading);
  const layout = await sheet.layout();
  const tally = createSheetTally(layout);
  let hasText = false;
  const rows = reading.isCsv ? csvRows : allRows;
  for await (const lines of gatherText(rows(reading, layout, tally))) {
    hasText = true;
    yield text(lines, at);
  }
  const rest = reading.isCsv ? omittedNotices(sheet, reading.ranges, at) : extraEvents(reading, tally, at);
  for await (const event of rest) {
    // Text after the rows is separated from them, but at the start it needs no blank lines.
    if (event.type === "text" && !hasText) yield text(event.text.trimStart(), at);
    else yield event;
    hasText ||= event.type === "text";
  }
  if (!hasText) yield emptyEvent(reading, at);
  yield* tally.hiddenNotices(at);
  reading.onFormulas(tally.formulas);
}

/** Yields the rows of all requested ranges. */
async function* allRows(reading: SheetReading, layout: SheetLayout, tally: SheetTally): AsyncGenerator<string> {
  const { ranges, withFormulas } = reading;
  const writer = createRowWriter({ hiddenColumns: layout.hiddenColumns, withFormulas });
  const headers = ranges === undefined ? 0 : layout.frozenRows;
  for (const range of ranges ?? [wholeSheet]) yield* rangeText({ reading, writer, tally, range, headers });
}

/** Yields the rows of all requested ranges as CSV, with an empty line between two ranges. */
async function* csvRows(reading: SheetReading, layout: SheetLayout, tally: SheetTally): AsyncGenerator<string> {
  const { ranges, withFormulas } = reading;
  const omittedColumns = layout.omittedColumns ?? [];
  let hasLines = false;
  for (const range of ranges ?? [wholeSheet]) {
    const writer = createCsvWriter({ withFormulas, firstColumn: range.firstColumn, omittedColumns });
    let gap = hasLines ? "\n" : "";
    for await (const lines of rangeText({ reading, writer, tally, range, headers: 0 })) {
      yield gap + lines;
      gap = "";
      hasLines = true;
    }
  }
}

function placeOf({ sheet, index, ranges }: SheetReading): Place {
  const range = ranges === undefined ? undefined : ranges.map(rangeAddress).join(", ");
  return { unit: "sheet", index: index + 1, label: sheetLabel(sheet, range) };
}

interface RangeReading {
  readonly reading: SheetReading;
  readonly writer: RowWriter;
  readonly tally: SheetTally;
  readonly range: CellRange;
  /** Number of header rows at the top of the sheet. */
  readonly headers: number;
}

async function* rangeText({ reading, writer, tally, range, headers }: RangeReading): AsyncGenerator<string> {
  const { sheet } = reading;
  if (headers > 0 && headers <= maxRepeatedRows && range.firstRow > headers) {
    for await (const rows of sheet.rows({ ...range, firstRow: 1, lastRow: headers })) {
      for (const piece of rowSlices(rows, charactersOf)) yield* some(writer.write(piece));
    }
    writer.join();
  }
  for await (const rows of sheet.rows(range)) {
    for (const piece of rowSlices(rows, (row) => tally.add(row))) yield* some(writer.write(piece));
    await reading.pause();
  }
  yield* some(writer.end());
}

function charactersOf({ cells }: Row): number {
  return cells.reduce((sum, { text: words }) => sum + words.length, 0);
}

function some(lines: string): readonly string[] {
  return lines === "" ? [] : [lines];
}

async function* extraEvents(reading: SheetReading, tally: SheetTally, at: Place): AsyncGenerator<HandlerEvent> {
  const { sheet, ranges } = reading;
  const isWhole = ranges === undefined;
  if (!isWhole && sheet.hasFarExtras) {
    yield notice("Its merged cells and links are listed only if the whole sheet is read.", at);
    return;
  }
  const extras = withLinks(await sheet.extras(), reading.withFormulas ? [] : tally.links);
  const isShown = (address: string): boolean => tally.isShown(address);
  for (const lines of extrasText({ extras, ranges: ranges ?? [wholeSheet], isShown, isWhole })) {
    if (lines !== "") yield text(lines, at);
  }
  if (!isWhole) return;
  for await (const event of sheet.images()) yield event.type === "image" ? { at, ...event } : event;
}

function withLinks(extras: SheetExtras, links: SheetTally["links"]): SheetExtras {
  return links.length === 0 ? extras : { ...extras, notes: [...extras.notes, ...links] };
}

/** Says that there are no rows. In CSV, a line that says so would be a value. */
function emptyEvent(reading: SheetReading, at: Place): HandlerEvent {
  const words = emptyWords(reading);
  return reading.isCsv ? notice(`No rows to write as CSV (${words}).`, at) : text(`(${words})\n`, at);
}

/** Says that the requested range is empty and which range has content. */
function emptyWords({ sheet, ranges }: SheetReading): string {
  const { dimension, kind } = sheet;
  if (ranges === undefined || dimension === undefined) return kind === "cells" ? "empty" : `${kind} sheet`;
  const isOutside = ranges.every((range) => intersect(range, dimension) === undefined);
  return isOutside ? `nothing there: the sheet has ${rangeAddress(dimension)}` : "empty";
}

/** Maximum number of merged ranges listed. A form may have thousands, which add no information. */
const maxMerged = 100;

/** Number of notes per text event, which limits its size. */
const notesAtOnce = 500;

/** Selects the extras that belong to the shown ranges. */
interface ExtrasSelection {
  readonly extras: SheetExtras;
  readonly ranges: readonly CellRange[];
  /** True if a shown cell already contains the address. */
  readonly isShown: (address: string) => boolean;
  /** True if the whole sheet is shown. */
  readonly isWhole: boolean;
}

/** Yields the lines below the rows of a sheet: merged cells, comments, links and drawings. */
function* extrasText({ extras, ranges, isShown, isWhole }: ExtrasSelection): Generator<string> {
  yield mergedLine(extras.merged.filter((range) => ranges.some((shown) => intersect(range, shown) !== undefined)));
  const notes = extras.notes.filter((note) => ranges.some((range) => holds(range, note)));
  const comments = notes.filter(({ kind }) => kind === "comment").map(commentLine);
  yield* listed("Comments", comments);
  const links = notes.filter(({ kind, text }) => kind === "link" && !isShown(text));
  yield* listed("Links", linkLines(links));
  if (isWhole) yield* drawingLines(extras.drawings);
}

function mergedLine(all: readonly CellRange[]): string {
  // Some files list single cells, which are not merged with any other.
  const merged = all.filter(({ firstRow, lastRow, firstColumn, lastColumn }) => {
    return firstRow !== lastRow || firstColumn !== lastColumn;
  });
  if (merged.length === 0) return "";
  const more = merged.length > maxMerged ? ` and ${merged.length - maxMerged} more` : "";
  return `\nMerged: ${merged.slice(0, maxMerged).map(rangeAddress).join(", ")}${more}\n`;
}

function* listed(title: string, lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += notesAtOnce) {
    const heading = at === 0 ? `\n${title}:\n` : "";
    yield `${heading}${lines.slice(at, at + notesAtOnce).join("")}`;
  }
}

function commentLine({ row, column, author, text }: CellNote): string {
  const who = author === undefined || author.trim() === "" ? "" : ` · ${cellText(author.trim())}`;
  return `- ${cellAddress(row, column)}${who}: ${cellText(withoutAuthor(text, author))}\n`;
}

/** Removes the author's name, which Excel also writes on the first line of the comment. */
function withoutAuthor(text: string, author: string | undefined): string {
  const trimmed = text.trim();
  if (author === undefined || !trimmed.startsWith(`${author}:`)) return trimmed;
  return trimmed.slice(author.length + 1).trim();
}

/** Formats links. Adjacent cells with the same target share a line. */
function linkLines(links: readonly CellNote[]): readonly string[] {
  const cells = new Map<string, CellRange[]>();
  for (const { row, column, text } of links) {
    const ranges = cells.get(text) ?? [];
    const last = ranges.at(-1);
    const grown = last === undefined ? undefined : grow(last, row, column);
    if (grown === undefined) ranges.push({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
    else ranges[ranges.length - 1] = grown;
    cells.set(text, ranges);
  }
  return [...cells].map(([text, ranges]) => `- ${ranges.map(rangeAddress).join(", ")} → ${cellText(text)}\n`);
}

function grow(range: CellRange, row: number, column: number): CellRange | undefined {
  const { firstRow, lastRow, firstColumn, lastColumn } = range;
  if (firstColumn === lastColumn && column === firstColumn && row === lastRow + 1) return { ...range, lastRow: row };
  if (firstRow === lastRow && row === firstRow && column === lastColumn + 1) return { ...range, lastColumn: column };
  return undefined;
}

/**
 * Formats drawings. Descriptions of one line form a list; longer ones, such as chart values, are separated by blank
 * lines.
 */
function* drawingLines(drawings: readonly string[]): Generator<string> {
  let wasLong = true;
  for (const drawing of drawings) {
    const lines = drawing.replace(/\r\n?/g, "\n").trim();
    if (lines === "") continue;
    const isLong = lines.includes("\n");
    yield `${isLong || wasLong ? "\n" : ""}${lines}\n`;
    wasLong = isLong;
  }
}

function holds(range: CellRange, { row, column }: CellNote): boolean {
  return row >= range.firstRow && row <= range.lastRow && column >= range.firstColumn && column <= range.lastColumn;
}

/**
 * Size of the second chunk in characters. The first chunk is passed on at once, and each further chunk is twice as
 * large.
 */
const startCharacters = 65_536;

/**
 * Size in bytes from which Node keeps decoded text outside V8's heap (`EXTERN_APEX` in `string_bytes.cc`). The
 * collector then does not copy the text of a large answer. Copying would grow its young generation to 128 MB: 500 000
 * rows in one answer take 50 MB less at their peak.
 */
const maxCharacters = 1_048_576;

/** Maximum UTF-8 length of one UTF-16 code unit, in bytes. */
const maxUnitBytes = 3;

/** Joins text into larger chunks. Text received before an error is also passed on before it. */
export async function* gatherText(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const encoder = new TextEncoder();
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  let wanted = 0;
  const take = (): string => {
    const text = textOfBytes(bytes, 0, length);
    length = 0;
    wanted = Math.min(maxCharacters, Math.max(startCharacters, wanted * 2));
    return text;
  };
  try {
    for await (const piece of pieces) {
      bytes = withRoom(bytes, length, piece.length * maxUnitBytes);
      length += encoder.encodeInto(piece, bytes.subarray(length)).written;
      if (length >= wanted) yield take();
    }
  } catch (error) {
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}

function withRoom(bytes: Uint8Array, length: number, more: number): Uint8Array {
  if (length + more <= bytes.length) return bytes;
  const grown = new Uint8Array(Math.max(bytes.length * 2, length + more));
  grown.set(bytes.subarray(0, length));
  return grown;
}
