import { type SlideCell, paragraphText } from "../drawing/text-body.ts";
import { childrenOf, type XmlElement, childOf, textIn } from "../xml/xml-tree.ts";
import { flowText, type TextStyles, noStyles } from "./flow-text.ts";
import { chartMarkdown } from "../drawing/chart.ts";
import { categoryFormat } from "./chart-categories.ts";

/** Maximum number of columns of a table. A hostile file can repeat a cell any number of times. */
const maxColumns = 256;

/** Maximum number of cells of a table. A cell with long text counts for several. */
const maxCells = 100_000;

/** Number of characters that count for a further cell. */
const charactersPerCell = 256;

/** The rows of a table. */
export type TableRows = readonly (readonly SlideCell[])[];

/** The shown cells of a sheet. */
export interface SheetCells {
  readonly rows: TableRows;
  /** The number of rows that are left out because the sheet is too large. */
  readonly moreRows: number;
  /** The number of hidden rows with text, which are left out. */
  readonly hiddenRows: number;
  /** The number of hidden columns with text, which are left out. */
  readonly hiddenColumns: number;
}

/** Returns the rows of a table (`table:table`). Omits cells that are covered by another one. */
export function tableCells(table: XmlElement, styles: TextStyles): TableRows {
  return readRows(table, { styles, hidden: new Set(), omitted: new Set(), omitsHidden: false }).rows;
}

/** Returns the shown rows and columns of a sheet of a workbook. */
export function sheetCells(sheet: XmlElement): SheetCells {
  return readRows(sheet, { styles: noStyles, hidden: hiddenColumnsIn(sheet), omitted: new Set(), omitsHidden: true });
}

interface TableReading {
  readonly styles: TextStyles;
  /** Indexes of the columns that are left out. */
  readonly hidden: ReadonlySet<number>;
  /** Indexes of columns that were left out and have text. */
  readonly omitted: Set<number>;
  /** True if hidden rows are left out. */
  readonly omitsHidden: boolean;
}

function readRows(table: XmlElement, reading: TableReading): SheetCells {
  const rows: (readonly SlideCell[])[] = [];
  let [left, moreRows, hiddenRows] = [maxCells, 0, 0];
  for (const row of rowsIn(table)) {
    const cells = cellsIn(row, reading);
    const times = isRepeated(row, cells) ? count(row.attributes["table:number-rows-repeated"]) : 1;
    if (reading.omitsHidden && isHidden(row)) {
      if (cells.some(hasText)) hiddenRows += times;
      continue;
    }
    const size = sizeOf(cells);
    const shown = Math.min(times, Math.floor(left / size));
    for (let copies = 0; copies < shown; copies += 1) rows.push(cells);
    left = shown < times ? 0 : left - shown * size;
    if (cells.some(hasText)) moreRows += times - shown;
  }
  return { rows, moreRows, hiddenRows, hiddenColumns: reading.omitted.size };
}

/** True if repetitions of a row matter: it has text, or cells of rows above reach into it. */
function isRepeated(row: XmlElement, cells: readonly SlideCell[]): boolean {
  return cells.some(hasText) || childrenOf(row, "table:covered-table-cell").length > 0;
}

function hasText({ paragraphs }: SlideCell): boolean {
  return paragraphs.length > 0;
}

function sizeOf(cells: readonly SlideCell[]): number {
  let size = Math.max(1, cells.length);
  for (const { paragraphs } of cells) {
    for (const { runs } of paragraphs) {
      for (const { text } of runs) size += Math.floor(text.length / charactersPerCell);
    }
  }
  return size;
}

/** Rows are direct children, or in groups and headers. */
function rowsIn(parent: XmlElement): readonly XmlElement[] {
  return childrenOf(parent).flatMap((child) => {
    if (child.name === "table:table-row") return [child];
    return /^table:table-(?:header-rows|rows|row-group)$/.test(child.name) ? rowsIn(child) : [];
  });
}

/** Returns the columns of a table, which are direct children, or in groups and headers. */
function columnsIn(parent: XmlElement): readonly XmlElement[] {
  return childrenOf(parent).flatMap((child) => {
    if (child.name === "table:table-column") return [child];
    return /^table:table-(?:header-columns|columns|column-group)$/.test(child.name) ? columnsIn(child) : [];
  });
}

function hiddenColumnsIn(table: XmlElement): ReadonlySet<number> {
  const hidden = new Set<number>();
  let at = 0;
  for (const column of columnsIn(table)) {
    const end = Math.min(maxColumns, at + count(column.attributes["table:number-columns-repeated"]));
    for (; at < end; at += 1) if (isHidden(column)) hidden.add(at);
  }
  return hidden;
}

function isHidden({ attributes }: XmlElement): boolean {
  return attributes["table:visibility"] === "collapse" || attributes["table:visibility"] === "filter";
}

/** Returns the cells of a row. Empty cells at its end are not repeated. */
function cellsIn(row: XmlElement, { styles, hidden, omitted }: TableReading): readonly SlideCell[] {
  const found = childrenOf(row)
    .filter(({ name }) => /^table:(?:covered-)?table-cell$/.test(name))
    .map((cell) => ({ cell, paragraphs: cell.name === "table:table-cell" ? flowText(cell, styles) : [] }));
  const lastUsed = found.findLastIndex(({ paragraphs }) => paragraphs.length > 0);
  const cells: SlideCell[] = [];
  let column = 0;
  for (const [index, { cell, paragraphs }] of found.entries()) {
    const { attributes } = cell;
    const rows = count(attributes["table:number-rows-spanned"]);
    const spanned = count(attributes["table:number-columns-spanned"]);
    const times = index > lastUsed ? 1 : count(attributes["table:number-columns-repeated"]);
    const end = Math.min(maxColumns, column + times);
    for (; column < end; column += 1) {
      const columns = shownColumns(column, spanned, hidden);
      if (cell.name === "table:table-cell" && columns > 0) cells.push({ paragraphs, columns, rows });
      else if (paragraphs.length > 0) omitted.add(column);
    }
  }
  return cells;
}

/** Returns how many columns of a cell are not hidden. */
function shownColumns(first: number, spanned: number, hidden: ReadonlySet<number>): number {
  const end = Math.min(maxColumns, first + spanned);
  let shown = 0;
  for (let column = first; column < end; column += 1) if (!hidden.has(column)) shown += 1;
  return shown;
}

function count(value: string | undefined): number {
  return Math.max(1, Number.parseInt(value ?? "1", 10) || 1);
}

/** Maximum number of rows shown of the table of a chart. */
const maxRows = 20_000;

/**
 * Returns a chart document as lines, or `undefined` for another document. Its values are in an embedded table
 * (OpenDocument 1.3, 11.1).
 */
export function chartObject(root: XmlElement | undefined): string | undefined {
  const chart = childOf(root, "office:body", "office:chart", "chart:chart");
  if (chart === undefined) return undefined;
  const plot = childOf(chart, "chart:plot-area");
  const axes = childrenOf(plot, "chart:axis").map((axis) => wordsOf(childOf(axis, "chart:title")));
  const table = childOf(chart, "table:table");
  const rows = (table === undefined ? [] : tableCells(table, noStyles)).slice(0, maxRows);
  const [header = [], ...body] = rows.map((row) =>
    row.map(({ paragraphs }) => paragraphs.map(paragraphText).join(" ")),
  );
  const category = categoryFormat(root);
  return chartMarkdown({
    title: wordsOf(childOf(chart, "chart:title")),
    kinds: [(chart.attributes["chart:class"] ?? "").replace(/^\w+:/, "")].filter((kind) => kind !== ""),
    axes: axes.filter((title) => title !== ""),
    tables:
      header.length === 0
        ? []
        : [{ header, rows: body.map((row) => row.map((cell, at) => (at === 0 ? category(cell) : cell))) }],
  });
}

function wordsOf(title: XmlElement | undefined): string {
  return childrenOf(title, "text:p").map(textIn).join(" ").replaceAll(/\s+/gu, " ").trim();
}
