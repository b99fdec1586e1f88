import type { PageStart, Written } from "./markdown-writer.ts";
import { tableRow } from "./table.ts";

/** Collects the cells of one HTML table and lays them out as a Markdown table. */
export interface HtmlTable {
  openRow(): void;
  /** Adds the next cell of the open row. */
  addCell(content: Written, cell: CellFacts): void;
  /** Starts a page with the open row if it is empty, or with the next one. */
  startPage(page: number): void;
  /** Returns the table below its caption. */
  finish(caption: Written): Written;
}

/** The number of columns and rows of a cell, from 1, and whether it is a header cell. */
export interface CellFacts {
  readonly columns: number;
  readonly rows: number;
  readonly isHeader: boolean;
}

interface Cell extends Written {
  readonly isHeader: boolean;
}

/**
 * Number of columns in which spans are laid out; a span beyond them takes one column. This bounds hostile tables (HTML
 * lets one cell span 1000 columns and 65534 rows) and is more than a model can follow.
 */
const maxSpannedColumns = 64;

/**
 * A table with a longer cell, in characters, is treated as page layout: its row would exceed the line length that the
 * core clips (`maxLineCharacters` of its budget).
 */
const maxCellCharacters = 2000;

/** Creates an empty table. Cells that a span covers stay empty, so that columns stay aligned. */
export function createHtmlTable(): HtmlTable {
  const rows: Cell[][] = [];
  const starts: RowPage[] = [];
  /** For each of the first columns, the first row that no earlier cell covers. */
  const freeFrom: number[] = [];

  const skipCovered = (into: Cell[]): void => {
    while ((freeFrom[into.length] ?? 0) >= rows.length) into.push(nothing);
  };
  const cover = (from: number, span: CellFacts): void => {
    const end = Math.min(from + span.columns, maxSpannedColumns);
    for (let column = from; column < end; column += 1) freeFrom[column] = rows.length - 1 + span.rows;
  };
  return {
    openRow: () => void rows.push([]),
    addCell(content, facts) {
      if (rows.length === 0) rows.push([]);
      const row = rows.at(-1) ?? [];
      skipCovered(row);
      cover(row.length, facts);
      row.push({ ...content, isHeader: facts.isHeader });
    },
    startPage(page) {
      const isStarted = (rows.at(-1)?.length ?? 0) > 0;
      starts.push({ row: isStarted ? rows.length : Math.max(0, rows.length - 1), page });
    },
    finish: (caption) => layOut(rows, caption, starts),
  };
}

/** The start of a page in a table. */
interface RowPage {
  /** The first row on the page, from 0. */
  readonly row: number;
  readonly page: number;
}

const nothing: Cell = { flow: "", inline: "", isHeader: false };

function layOut(rows: readonly (readonly Cell[])[], caption: Written, starts: readonly RowPage[]): Written {
  const full = rows.map(withoutEmptyEnd).filter((row) => row.length > 0);
  const cells = full.flat().filter(({ inline }) => inline !== "");
  const title = cells.length === 0 ? caption.inline : caption.flow;
  const isCells = isLayout(cells);
  const flow = isCells ? cells.map((cell) => cell.flow).join("\n\n") : gridOf(full);
  const written = {
    flow: [title, flow].filter((part) => part !== "").join("\n"),
    inline: [caption.inline, ...full.map(lineOf)].filter((part) => part !== "").join("<br>"),
  };
  return isCells || starts.length === 0 ? written : { ...written, pages: pagesIn(written.flow, rows, starts) };
}

/** Returns the lines with which pages start in a grid, whose last line is the last row that is not empty. */
function pagesIn(flow: string, rows: readonly (readonly Cell[])[], starts: readonly RowPage[]): readonly PageStart[] {
  const lines = flow.split("\n").length;
  let behind = 0;
  const lineOf = rows.toReversed().map((row) => lines - (behind += withoutEmptyEnd(row).length > 0 ? 1 : 0));
  lineOf.reverse();
  return starts.map(({ row, page }) => ({ line: row === 0 ? 0 : (lineOf[row] ?? lines), page }));
}

function withoutEmptyEnd(cells: readonly Cell[]): readonly Cell[] {
  return cells.slice(0, cells.findLastIndex(({ inline }) => inline !== "") + 1);
}

/** True if the table is page layout: a single multi-line cell, or cells with pages of text. */
function isLayout(cells: readonly Written[]): boolean {
  const [first] = cells;
  if (cells.length === 1 && first?.flow.includes("\n") === true) return true;
  return cells.some(({ inline }) => inline.length > maxCellCharacters);
}

/**
 * Writes the table. Markdown requires a header, so an empty one is added if the first row is not a header, unless it is
 * the only row. Empty cells at the end of rows are omitted.
 */
function gridOf(rows: readonly (readonly Cell[])[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const [header, body] =
    rows.length === 1 || isHeader(first, rows.slice(1)) ? [textsOf(first), rows.slice(1)] : [[], rows];
  const lines = [tableRow(header, columns), `|${"---|".repeat(columns)}`, ...body.map((row) => tableRow(textsOf(row)))];
  return lines.join("\n");
}

function textsOf(row: readonly Cell[]): readonly string[] {
  return row.map(({ inline }) => inline);
}

/** True if a row is a header: marked as such, all bold, or words above a column of numbers. */
function isHeader(row: readonly Cell[], below: readonly (readonly Cell[])[]): boolean {
  const full = row.filter(({ inline }) => inline !== "");
  if (full.every((cell) => cell.isHeader)) return true;
  if (full.length > 1 && full.every(({ inline }) => /^\*\*[^*]+\*\*$/.test(inline))) return true;
  if (full.some(({ inline }) => isNumber(inline))) return false;
  return row.some(({ inline }, column) => inline !== "" && holdsNumbers(below, column));
}

function holdsNumbers(rows: readonly (readonly Cell[])[], column: number): boolean {
  const cells = rows.map((row) => row[column]?.inline ?? "").filter((text) => text !== "");
  return cells.length > 0 && cells.every(isNumber);
}

/** True for numbers, also with a currency, a percent sign, or accounting brackets. */
function isNumber(text: string): boolean {
  return text.length < 40 && /^\(?[-+−]? ?\p{Sc}? ?\d[\d.,' ]* ?(?:%|\p{Sc}|[A-Z]{3})?\)?$/u.test(text);
}

/** Joins a row of a table inside a cell, where Markdown allows no table. */
function lineOf(row: readonly Written[]): string {
  return row.map(({ inline }) => inline.replaceAll("<br>", " ")).join(" / ");
}
