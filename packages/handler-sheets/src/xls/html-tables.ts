import type { HtmlListener } from "@reader/document";
import { type Cell, type CellRange, kindOfText, wholeSheet } from "@reader/document/tables";
import type { CellNote, Row } from "../sheets/workbook.ts";

/** The tables of a web page, one below the other as Excel opens them. */
export interface HtmlTables {
  readonly hasTable: boolean;
  readonly rows: readonly Row[];
  readonly merged: readonly CellRange[];
  readonly notes: readonly CellNote[];
}

/** Receives the HTML of a page and returns its tables. Text between tables becomes rows of one cell. */
export interface HtmlTableListener extends HtmlListener {
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
