import { ReadError, type HandlerContext, type Source } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/decoders";
import { loadHtmlEngine, type HtmlListener } from "@reader/document";
import { wholeSheet, type CellRange, type Cell, kindOfText } from "@reader/document/tables";
import type { Row, Sheet, Workbook, CellNote } from "../sheets/workbook.ts";
import { newLimits, parseWorkbook } from "./checked-workbook.ts";
import { loadSheetEngine, parseOptions } from "./engine.ts";
import { workbookOf } from "./parsed-workbook.ts";

/** Opens XML Spreadsheet 2003 or the tables of a web page. Throws `corrupt` or `too-large`. */
export async function openMarkup(source: Source, context: HandlerContext): Promise<Workbook> {
  const bytes = await source.bytes();
  const text = source.sniff.text;
  const markup = text === undefined ? new TextDecoder().decode(bytes) : await createTextDecoder(text).decode(bytes);
  context.signal.throwIfAborted();
  const isXml = markup.includes("urn:schemas-microsoft-com:office:spreadsheet");
  return isXml ? openXml(source.path, markup) : openHtml(source.path, markup);
}

/** Attributes with which a few bytes could ask for more rows or columns than a sheet has. */
const reach = /\b(Index|Span|MergeAcross|MergeDown)\s*=\s*["']\s*(\d+)/g;

/** Maximum number of columns described by spans in all sheets. SheetJS processes each column. */
const maxSpanned = 1_000_000;

async function openXml(path: string, markup: string): Promise<Workbook> {
  let spanned = 0;
  for (const [, name, number] of markup.matchAll(reach)) {
    if (name === "Span") spanned += Number(number);
    const isOutside = Number(number) > wholeSheet.lastRow || spanned > maxSpanned;
    if (isOutside) throw new ReadError("corrupt", `${path} is damaged: it has cells outside any sheet.`);
  }
  const engine = await loadSheetEngine();
  const parsed = parseWorkbook(path, newLimits, () => engine.read(new TextEncoder().encode(markup), parseOptions));
  return workbookOf(parsed, { hasMacros: false, supplements: [] });
}

/** The sheet name that Excel writes into a page. */
const sheetName = /<x:Name>([^<]{1,31})<\/x:Name>/;
const nameCharacters = 10_000;

async function openHtml(path: string, markup: string): Promise<Workbook> {
  const readHtml = await loadHtmlEngine();
  const listener = createHtmlTableListener();
  readHtml(markup, listener);
  const tables = listener.finish();
  if (!tables.hasTable) throw new ReadError("corrupt", `${path} is not an Excel workbook: it contains no table.`);
  return {
    sheets: [sheetOf(sheetName.exec(markup.slice(0, nameCharacters))?.[1] ?? "Sheet1", tables)],
    names: () => Promise.resolve([]),
    properties: {},
    hasMacros: false,
    remarks: ["The file is a web page, not a workbook: its tables and text are shown as one sheet."],
    close: () => Promise.resolve(),
  };
}

function sheetOf(name: string, { rows, merged, notes }: HtmlTables): Sheet {
  return {
    name,
    state: "visible",
    kind: "cells",
    dimension: dimensionOf(rows),
    rows: (range) => rowsIn(rows, range),
    layout: () => Promise.resolve({ hiddenColumns: [], frozenRows: 0 }),
    extras: () => Promise.resolve({ merged, notes, drawings: [] }),
    hasFarExtras: false,
    async *images() {
      // The images of a web page are not part of its file.
    },
  };
}

function dimensionOf(rows: readonly Row[]): CellRange | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const range = {
    firstRow: first.row,
    lastRow: rows.at(-1)?.row ?? 0,
    firstColumn: wholeSheet.lastColumn,
    lastColumn: 1,
  };
  for (const { cells } of rows) {
    range.firstColumn = Math.min(range.firstColumn, cells[0]?.column ?? range.firstColumn);
    range.lastColumn = Math.max(range.lastColumn, cells.at(-1)?.column ?? 1);
  }
  return range;
}

/** Number of rows in a batch. */
const batchRows = 500;

async function* rowsIn(rows: readonly Row[], range: CellRange): AsyncGenerator<readonly Row[]> {
  const wanted = rows.filter(({ row }) => row >= range.firstRow && row <= range.lastRow);
  for (let at = 0; at < wanted.length; at += batchRows) {
    yield wanted.slice(at, at + batchRows).map(({ row, cells }) => ({
      row,
      cells: cells.filter(({ column }) => column >= range.firstColumn && column <= range.lastColumn),
    }));
  }
}

/** The tables of a web page, one below the other as Excel opens them. */
interface HtmlTables {
  readonly hasTable: boolean;
  readonly rows: readonly Row[];
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
}

/** Receives the HTML of a page and returns its tables. Text between tables becomes rows of one cell. */
interface HtmlTableListener extends HtmlListener {
  finish(): HtmlTables;
}

interface OpenCell {
  readonly row: number;
  readonly column: number;
  words: string;
}

/** Elements whose text is not visible. */
const silent: ReadonlySet<string> = new Set(["script", "style", "title", "xml"]);

/** Maximum row span in HTML. */
const maxRowSpan = 65_534;

/** Maximum number of links and merged cells. */
const maxKept = 10_000;

/** Number of empty rows between two tables, so that they are recognised as two. */
const gapRows = 3;

/** Creates a listener without rows. */
function createHtmlTableListener(): HtmlTableListener {
  const tables = new TableState();
  return {
    open: (name, attributes) => tables.open(name, attributes),
    close: (name) => tables.close(name),
    text: (characters) => tables.text(characters),
    finish: () => tables.finish(),
  };
}

class TableState {
  readonly #rows: Row[] = [];
  readonly #merged: CellRange[] = [];
  readonly #notes: CellNote[] = [];
  readonly #spans = new CellSpans();
  #row = 0;
  #column = 0;
  #cells: Cell[] = [];
  #cell: OpenCell | undefined;
  #loose = "";
  #depth = 0;
  #hasTable = false;
  #silent: string | undefined;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (silent.has(name)) this.#silent ??= name;
    else if (name === "table") this.#openTable();
    else if (this.#depth <= 1 && name === "tr") this.#startRow();
    else if (name === "td" || name === "th") this.#openCell(attributes);
    else if (name === "a") this.#addLink(attributes.get("href"));
    this.#breakLine(name);
  }

  close(name: string): void {
    if (name === this.#silent) this.#silent = undefined;
    if (name === "table") this.#closeTable();
    else if (this.#depth <= 1 && (name === "td" || name === "th")) this.#endCell();
    this.#breakLine(name);
  }

  text(characters: string): void {
    if (this.#silent !== undefined) return;
    if (this.#cell !== undefined) this.#cell.words += characters;
    else this.#loose += characters;
  }

  finish(): HtmlTables {
    this.#endRow();
    this.#endLoose();
    return { hasTable: this.#hasTable, rows: this.#rows, merged: this.#merged, notes: this.#notes };
  }

  /** A table inside a cell becomes text of the cell. */
  #openTable(): void {
    this.#depth += 1;
    this.#hasTable = true;
    if (this.#depth > 1) return;
    this.#endLoose();
    if (this.#row > 0) this.#row += gapRows - 1;
  }

  #closeTable(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#depth > 0) return;
    this.#endRow();
    this.#spans.clear();
  }

  #startRow(): void {
    this.#endRow();
    this.#row += 1;
    this.#spans.startRow(this.#row);
  }

  #endRow(): void {
    this.#endCell();
    if (this.#cells.length > 0 && this.#row <= wholeSheet.lastRow)
      this.#rows.push({ row: this.#row, cells: this.#cells });
    this.#cells = [];
    this.#column = 0;
  }

  /** Cells of a nested table become text of the outer cell. */
  #openCell(attributes: ReadonlyMap<string, string>): void {
    if (this.#depth > 1) this.text(" ");
    else this.#startCell(attributes);
  }

  #startCell(attributes: ReadonlyMap<string, string>): void {
    this.#endCell();
    if (this.#column === 0 && this.#cells.length === 0) this.#endLoose();
    this.#row ||= 1;
    const column = this.#spans.freeColumn(this.#row, this.#column + 1);
    const columns = spanOf(attributes.get("colspan"), wholeSheet.lastColumn);
    const rows = spanOf(attributes.get("rowspan"), maxRowSpan);
    this.#column = column + columns - 1;
    this.#cell = { row: this.#row, column, words: "" };
    if (columns * rows === 1) return;
    const range = { firstRow: this.#row, lastRow: this.#row + rows - 1, firstColumn: column, lastColumn: this.#column };
    if (this.#merged.length < maxKept) this.#merged.push(range);
    if (rows > 1) this.#spans.add(range);
  }

  #endCell(): void {
    if (this.#cell === undefined) return;
    const { column, words } = this.#cell;
    this.#cell = undefined;
    const text = shownWords(words);
    if (text !== "" && column <= wholeSheet.lastColumn) this.#cells.push({ column, text, kind: kindOfText(text) });
  }

  #endLoose(): void {
    const lines = shownWords(this.#loose);
    this.#loose = "";
    for (const text of lines === "" ? [] : lines.split("\n")) {
      this.#row += 1;
      this.#rows.push({ row: this.#row, cells: [{ column: 1, text, kind: "text" }] });
    }
  }

  #addLink(target: string | undefined): void {
    if (this.#cell === undefined || target === undefined || !/^https?:/i.test(target)) return;
    const { row, column } = this.#cell;
    if (this.#notes.length < maxKept) this.#notes.push({ row, column, kind: "link", text: target });
  }

  #breakLine(name: string): void {
    if (endsLine(name)) this.text(lineEnd);
  }
}

/** Parses a span. Zero means "to the end", which is not supported. */
function spanOf(value: string | undefined, most: number): number {
  const span = /^\s*\d{1,9}/.exec(value ?? "")?.[0];
  return Math.min(Math.max(1, Number(span ?? 1)), most);
}

/** Placeholder for a line end in collected text. */
const lineEnd = "\u2028";

/** Block elements, which end a line. */
const blocks: ReadonlySet<string> = new Set("br p div li h1 h2 h3 h4 h5 h6 tr caption".split(" "));

/** True if a line ends before and after the element. */
function endsLine(name: string): boolean {
  return blocks.has(name);
}

/** Collapses whitespace to single spaces. Lines end only at block elements. */
function shownWords(words: string): string {
  const lines = words.split(lineEnd).map((line) => line.replaceAll(/[\s\u00a0]+/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}

/** Maximum number of row spans tracked at a time. */
const maxSpans = 1000;

/** The cells that extend into rows below their own. */
class CellSpans {
  #ranges: readonly CellRange[] = [];

  /** Removes all cells. */
  clear(): void {
    this.#ranges = [];
  }

  /** Adds a cell. */
  add(range: CellRange): void {
    if (this.#ranges.length < maxSpans) this.#ranges = [...this.#ranges, range];
  }

  /** Removes cells that end above the row, and sorts the rest by column so that one pass finds free columns. */
  startRow(row: number): void {
    this.#ranges = this.#ranges
      .filter(({ lastRow }) => lastRow >= row)
      .toSorted((one, other) => one.firstColumn - other.firstColumn);
  }

  /** Returns the first column at or after `from` that no cell from above occupies. */
  freeColumn(row: number, from: number): number {
    let column = from;
    for (const { firstRow, firstColumn, lastColumn } of this.#ranges) {
      if (firstRow < row && column >= firstColumn && column <= lastColumn) column = lastColumn + 1;
    }
    return column;
  }
}
