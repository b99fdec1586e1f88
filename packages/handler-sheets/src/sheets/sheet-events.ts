import { type HandlerEvent, notice, type Notice, type Place, text } from "@reader/core/handler";
import {
  type Cell,
  cellAddress,
  type CellRange,
  cellText,
  intersect,
  rangeAddress,
  wholeSheet,
} from "@reader/document/tables";
import { textOfBytes } from "./bytes.ts";
import { isHiddenByFormat } from "./number-formats/number-format-hidden.ts";
import { sheetLabel } from "./overview.ts";
import { rowPieces } from "./rows/row-pieces.ts";
import { createRowWriter, type RowWriter } from "./rows/row-writer.ts";
import type { CellNote, Row, Sheet, SheetExtras, SheetLayout } from "./workbook.ts";

/** A sheet, and what is wanted of it. */
export interface SheetReading {
  readonly sheet: Sheet;
  /** From 0. */
  readonly index: number;
  /** Absent for all of it. */
  readonly ranges: readonly CellRange[] | undefined;
  readonly withFormulas: boolean;
  /** Awaited between pieces of work; throws where the read was given up. */
  pause(): Promise<void>;
  /** Told how many formulas there were in the cells. */
  onFormulas(count: number): void;
}

/** Rows at the top that stay in view and are shown again above rows from further down. */
const maxRepeatedRows = 5;

/** The events of one sheet: its rows, what belongs to its cells, its drawings and its pictures. */
export async function* sheetEvents(reading: SheetReading): AsyncGenerator<HandlerEvent> {
  const { sheet, ranges } = reading;
  const at = placeOf(reading);
  const layout = await sheet.layout();
  const tally = createSheetTally(layout);
  const writer = createRowWriter({ hiddenColumns: layout.hiddenColumns, withFormulas: reading.withFormulas });
  let hasText = false;
  for (const range of ranges ?? [wholeSheet]) {
    const rows = rangeText({ reading, writer, tally, range, headers: ranges === undefined ? 0 : layout.frozenRows });
    for await (const lines of gatherText(rows)) {
      hasText = true;
      yield text(lines, at);
    }
  }
  for await (const event of extraEvents(reading, tally, at)) {
    // What stands under the rows keeps its distance from them, but not from the top.
    if (event.type === "text" && !hasText) yield text(event.text.trimStart(), at);
    else yield event;
    hasText ||= event.type === "text";
  }
  if (!hasText) yield text(emptyText(reading), at);
  yield* tally.hiddenNotices(at);
  reading.onFormulas(tally.formulas);
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
  /** How many rows at the top of the sheet are headers. */
  readonly headers: number;
}

async function* rangeText({ reading, writer, tally, range, headers }: RangeReading): AsyncGenerator<string> {
  const { sheet } = reading;
  if (headers > 0 && headers <= maxRepeatedRows && range.firstRow > headers) {
    for await (const rows of sheet.rows({ ...range, firstRow: 1, lastRow: headers })) {
      for (const piece of rowPieces(rows, charactersOf)) yield* some(writer.write(piece));
    }
    writer.join();
  }
  for await (const rows of sheet.rows(range)) {
    for (const piece of rowPieces(rows, (row) => tally.add(row))) yield* some(writer.write(piece));
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
    yield notice("Its merged cells and links are said only where all of it is read.", at);
    return;
  }
  const extras = withLinks(await sheet.extras(), reading.withFormulas ? [] : tally.links);
  const isShown = (address: string): boolean => tally.isShown(address);
  for (const lines of extrasText({ extras, ranges: ranges ?? [wholeSheet], isShown, isWhole })) {
    if (lines !== "") yield text(lines, at);
  }
  if (!isWhole) return;
  for await (const event of sheet.pictures()) yield event.type === "image" ? { at, ...event } : event;
}

function withLinks(extras: SheetExtras, links: SheetTally["links"]): SheetExtras {
  return links.length === 0 ? extras : { ...extras, notes: [...extras.notes, ...links] };
}

/** Where nothing is in the range that was asked for, it is said where something is. */
function emptyText({ sheet, ranges }: SheetReading): string {
  const { dimension, kind } = sheet;
  if (ranges === undefined || dimension === undefined) return kind === "cells" ? "(empty)\n" : `(${kind} sheet)\n`;
  const isOutside = ranges.every((range) => intersect(range, dimension) === undefined);
  return isOutside ? `(nothing there: the sheet has ${rangeAddress(dimension)})\n` : "(empty)\n";
}

/** Merged ranges that are listed; a form may have thousands, which tell nothing more. */
const maxMerged = 100;

/** Notes that go into one text, so that no text becomes too large. */
const notesAtOnce = 500;

/** What of a sheet's extras belongs to the ranges that are shown. */
interface ExtrasWish {
  readonly extras: SheetExtras;
  readonly ranges: readonly CellRange[];
  /** Addresses that stand in cells as they are, and need not be said again. */
  readonly isShown: (address: string) => boolean;
  /** Whether all of the sheet is shown. */
  readonly isWhole: boolean;
}

/** The lines under the rows of a sheet: merged cells, comments, links, and what is drawn on it. */
function* extrasText({ extras, ranges, isShown, isWhole }: ExtrasWish): Generator<string> {
  yield mergedLine(extras.merged.filter((range) => ranges.some((shown) => intersect(range, shown) !== undefined)));
  const notes = extras.notes.filter((note) => ranges.some((range) => holds(range, note)));
  const comments = notes.filter(({ kind }) => kind === "comment").map(commentLine);
  yield* listed("Comments", comments);
  const links = notes.filter(({ kind, text }) => kind === "link" && !isShown(text));
  yield* listed("Links", linkLines(links));
  if (isWhole) yield* drawingLines(extras.drawings);
}

function mergedLine(merged: readonly CellRange[]): string {
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

/** Excel puts the author's name on the first line of the text, too. */
function withoutAuthor(text: string, author: string | undefined): string {
  const trimmed = text.trim();
  if (author === undefined || !trimmed.startsWith(`${author}:`)) return trimmed;
  return trimmed.slice(author.length + 1).trim();
}

/** Cells under each other or side by side that lead to the same place are said together. */
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

/** Drawings of one line stand under each other; those with more, as the values of a chart, stand apart. */
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

/** Counts what is to be said of the rows of a sheet when they have been shown. */
interface SheetTally {
  /** Counts a row, and tells how many characters it shows. */
  add(row: Row): number;
  readonly formulas: number;
  /** Links that formulas make, whose values do not say where they lead. */
  readonly links: readonly CellNote[];
  /** Whether an address of the web stands in a cell as it is. */
  isShown(address: string): boolean;
  /** What was hidden of what was shown. */
  hiddenNotices(at: Place): readonly Notice[];
}

/** Addresses that are kept, so that links which repeat them are not said. */
const maxAddresses = 10_000;

/** A link whose address stands in the formula itself. */
const linkFormula = /^HYPERLINK\(\s*"((?:[^"]|"")*)"/i;

/** Characters that an address of the web has at least: `http://a`. */
const minAddress = 7;

/** Starts at nothing. */
function createSheetTally({ hiddenColumns }: Pick<SheetLayout, "hiddenColumns">): SheetTally {
  const known = createKnownLinks();
  const columns = new Set<number>();
  let formulas = 0;
  let hiddenRows = 0;
  let hiddenCells = 0;
  const addHiddenColumns = (cells: Row["cells"]): void => {
    for (const { column } of cells) {
      if (hiddenColumns.some(({ first, last }) => column >= first && column <= last)) columns.add(column);
    }
  };
  // An index, and looks that are cheap first: there may be millions of cells.
  const addCells = ({ row, cells }: Row): number => {
    let characters = 0;
    for (let at = 0; at < cells.length; at += 1) {
      const cell = cells[at];
      if (cell === undefined) continue;
      characters += cell.text.length;
      if (cell.formula !== undefined) {
        formulas += 1;
        known.addFormula(cell, row);
      }
      if (isHiddenByFormat(cell.text)) hiddenCells += 1;
      if (cell.kind === "text" && cell.text.length > minAddress && cell.text.startsWith("http")) known.add(cell.text);
    }
    return characters;
  };
  return {
    add(row) {
      if (row.isHidden === true && row.cells.length > 0) hiddenRows += 1;
      if (hiddenColumns.length > 0) addHiddenColumns(row.cells);
      return addCells(row);
    },
    get formulas() {
      return formulas;
    },
    links: known.links,
    isShown: (address) => known.has(address),
    hiddenNotices: (at) => [
      ...hiddenNotices("row", hiddenRows, at),
      ...hiddenNotices("column", columns.size, at),
      ...hiddenNotices("cell", hiddenCells, at),
    ],
  };
}

function hiddenNotices(what: string, count: number, at: Place): readonly Notice[] {
  return count === 0 ? [] : [{ type: "notice", code: "hidden-content", what, count, at }];
}

interface KnownLinks {
  readonly links: readonly CellNote[];
  /** Adds an address that stands in a cell. */
  add(address: string): void;
  addFormula(cell: Cell, row: number): void;
  has(address: string): boolean;
}

function createKnownLinks(): KnownLinks {
  const addresses = new Set<string>();
  const links: CellNote[] = [];
  return {
    links,
    add(address) {
      if (addresses.size < maxAddresses) addresses.add(address);
    },
    addFormula({ column, formula = "" }, row) {
      const target = linkFormula.exec(formula)?.[1]?.replaceAll('""', '"') ?? "";
      if (target !== "" && links.length < maxAddresses) links.push({ row, column, kind: "link", text: target });
    },
    has: (address) => addresses.has(address) || addresses.has(address.replace(/\/$/, "")),
  };
}

/** Characters of the second piece; the first comes as it is, and each that follows has twice as many. */
const startCharacters = 65_536;

/**
 * Bytes from which on Node keeps text that it decodes outside of V8's heap (`EXTERN_APEX` in its `string_bytes.cc`).
 * The text of a large answer is then not copied by the collector, whose young heap grows to 128 MB on what it copies:
 * 500 000 rows in one answer take 50 MB less at their peak.
 */
const mostCharacters = 1_048_576;

/** No character of a string takes more bytes in UTF-8. */
const maxUnitBytes = 3;

/** The same text in fewer pieces; what had come before an error comes before it here, too. */
export async function* gatherText(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  const encoder = new TextEncoder();
  let bytes: Uint8Array = new Uint8Array();
  let length = 0;
  let wanted = 0;
  const take = (): string => {
    const text = textOfBytes(bytes, 0, length);
    length = 0;
    wanted = Math.min(mostCharacters, Math.max(startCharacters, wanted * 2));
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
