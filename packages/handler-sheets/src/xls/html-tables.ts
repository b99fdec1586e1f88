import type { HtmlListener } from "@reader/document";
import { type Cell, type CellRange, kindOfText, wholeSheet } from "@reader/document/tables";
import type { CellNote, Row } from "../sheets/workbook.ts";

/** The tables of a web page, under each other as Excel opens them. */
export interface HtmlTables {
  readonly hasTable: boolean;
  readonly rows: readonly Row[];
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
}

/** Listens to a page, then tells of its tables; the words around them are rows of one cell. */
export interface HtmlTableListener extends HtmlListener {
  finish(): HtmlTables;
}

interface OpenCell {
  readonly row: number;
  readonly column: number;
  words: string;
}

/** Elements whose words nobody sees. */
const silent: ReadonlySet<string> = new Set(["script", "style", "title", "xml"]);

/** The most rows that HTML lets a cell have. */
const maxRowSpan = 65_534;

/** Links and merged cells that are kept. */
const maxKept = 10_000;

/** Empty rows between two tables, so that they are seen to be two. */
const gapRows = 3;

/** Starts with no rows. */
export function createHtmlTableListener(): HtmlTableListener {
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

  /** Tables in cells are words of these. */
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

  /** Cells of a table inside a cell are words of that. */
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

/** Zero means to the end, which nothing here is. */
function spanOf(value: string | undefined, most: number): number {
  const span = /^\s*\d{1,9}/.exec(value ?? "")?.[0];
  return Math.min(Math.max(1, Number(span ?? 1)), most);
}

/** Stands for the end of a line in words that are collected. */
const lineEnd = "\u2028";

/** Elements that end a line. */
const blocks: ReadonlySet<string> = new Set("br p div li h1 h2 h3 h4 h5 h6 tr caption".split(" "));

/** Whether a line ends where such an element begins and ends. */
function endsLine(name: string): boolean {
  return blocks.has(name);
}

/** White space of markup means nothing but room between words; lines end where elements end them. */
function shownWords(words: string): string {
  const lines = words.split(lineEnd).map((line) => line.replaceAll(/[\s\u00a0]+/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}

/** Cells over several rows that are minded at a time. */
const maxSpans = 1000;

/** The cells of a table that reach down into rows below their own. */
class CellSpans {
  #ranges: readonly CellRange[] = [];

  /** Forgets all of them. */
  clear(): void {
    this.#ranges = [];
  }

  /** Notes one. */
  add(range: CellRange): void {
    if (this.#ranges.length < maxSpans) this.#ranges = [...this.#ranges, range];
  }

  /** Forgets those that end above a row; the others in the order of their columns, so that one look finds what is free. */
  startRow(row: number): void {
    this.#ranges = this.#ranges
      .filter(({ lastRow }) => lastRow >= row)
      .toSorted((one, other) => one.firstColumn - other.firstColumn);
  }

  /** The first column from one on that no cell from above takes up. */
  freeColumn(row: number, from: number): number {
    let column = from;
    for (const { firstRow, firstColumn, lastColumn } of this.#ranges) {
      if (firstRow < row && column >= firstColumn && column <= lastColumn) column = lastColumn + 1;
    }
    return column;
  }
}
