import { type Table, textOf } from "../../model/page-content.ts";
import { headerCount } from "../cells/cell-kinds.ts";
import { joinLine, tableOfTexts, type VisualRow } from "../cells/visual-rows.ts";

/** Bars between cells: the vertical bar and its forms among the box-drawing characters. */
const bar = /[|\u2502\u2503\u2551]/u;
const everyBar = new RegExp(bar.source, "gu");

/** A line that separates rows: dashes and crossings, three of them at least. */
const separator = /^[\s\-=+|:_~\u2012-\u2015\u2212\u2500-\u257F]+$/u;
const dashes = /(?:[-=_~\u2012-\u2015\u2212\u2500\u2501\u2550] ?){3}/u;

/** Minimum number of rows, apart from lines that separate rows. */
const minRows = 2;

/** Minimum number of rows if no line separates rows. */
const minBareRows = 3;

/** Maximum gap between the lines of a table, in line heights. */
const maxGap = 1.6;

/** True if some text on a line looks like the row of a table that is drawn with bars. */
export function hasBars(text: string): boolean {
  return bar.test(text);
}

interface Line {
  readonly row: VisualRow;
  /** The texts before, between and after the bars; `undefined` for a line that separates rows. */
  readonly cells: readonly string[] | undefined;
  /** True if the line starts and ends with a bar. */
  readonly isClosed: boolean;
  /** The positions of its bars in the text as it is set, with all its spaces. */
  readonly bars: readonly number[];
}

/** Returns tables that are drawn with characters: bars between the cells, and dashes between the rows. */
export function barredTables(rows: readonly VisualRow[]): readonly Table[] {
  const tables: Table[] = [];
  let lines: Line[] = [];
  const close = (): void => {
    if (lines.length === 0) return;
    const table = tableOfLines(lines);
    if (table !== undefined) tables.push(table);
    lines = [];
  };
  for (const row of rows) {
    const line = lineOf(row);
    const last = lines.at(-1)?.row;
    if (line === undefined || (last !== undefined && isFar(last, row))) close();
    if (line !== undefined) lines.push(line);
  }
  close();
  return tables;
}

function isFar({ box: above }: VisualRow, { box }: VisualRow): boolean {
  return box.y0 - above.y1 > maxGap * (box.y1 - box.y0);
}

function lineOf(row: VisualRow): Line | undefined {
  const text = textOfRow(row);
  if (separator.test(text) && dashes.test(text)) return { row, cells: undefined, isClosed: false, bars: [] };
  if (!hasBars(text)) return undefined;
  const cells = text.split(bar).map((part) => part.trim());
  return { row, cells, isClosed: cells[0] === "" && cells.at(-1) === "", bars: barsOf(row) };
}

/** Removes what is outside the bars at both ends, if all lines have these. Otherwise the first or last cells are empty. */
function withoutEnds(lines: readonly Line[]): readonly Line[] {
  const filled = lines.filter(({ cells }) => cells !== undefined);
  const starts = filled.every(({ cells }) => cells?.[0] === "");
  const ends = filled.every(({ cells }) => cells?.at(-1) === "");
  return lines.map((line) => ({ ...line, cells: line.cells?.slice(starts ? 1 : 0, ends ? -1 : undefined) }));
}

/** Most rows are one fragment, whose text needs no copy. */
function textOfRow({ fragments }: VisualRow): string {
  const [only] = fragments;
  const isOne = only !== undefined && fragments.length === 1;
  return isOne ? only.text : fragments.map(({ text }) => text).join(" ");
}

/** Returns the positions of the bars of a line that is one text, or none. */
function barsOf({ fragments }: VisualRow): readonly number[] {
  const [first, ...others] = fragments;
  if (first === undefined || others.some(({ line }) => line !== first.line)) return [];
  return [...textOf(first.line.runs).trim().matchAll(everyBar)].map(({ index }) => index);
}

/** Maximum number of bars of a row whose heads are looked for. */
const mostBars = 100;

/**
 * Repeats the heads of lines with fewer bars than the rows in each of their columns, if all bars of such a line are below
 * each other with bars of the rows, as in tables of statistics programs.
 */
function withSpans(lines: readonly Line[]): readonly Line[] {
  const most = lines.reduce((count, { bars }) => Math.max(count, bars.length), 0);
  const rows = lines.filter(({ bars }) => bars.length === most);
  const [full] = rows;
  if (full === undefined || most > mostBars || rows.length < minRows || !full.isClosed) return lines;
  if (!rows.every(({ bars }) => bars.every((at, index) => at === full.bars[index]))) return lines;
  const places = new Set(full.bars);
  const end = lines.indexOf(full);
  return lines.map((line, index) => {
    const isHead = index < end && line.isClosed && line.bars.every((at) => places.has(at));
    return isHead ? { ...line, cells: spread(line, full.bars) } : line;
  });
}

/** Returns the cells of a head in each column between the bars of the rows. */
function spread({ bars, cells = [] }: Line, all: readonly number[]): readonly string[] {
  let column = 0;
  return all.slice(1).map((at) => {
    while ((bars[column] ?? Infinity) < at) column += 1;
    return cells[column - 1] ?? "";
  });
}

function tableOfLines(found: readonly Line[]): Table | undefined {
  const lines = withSpans(withoutEnds(found));
  const sections = sectionsOf(lines);
  if (!isTable(lines, sections.length > 1)) return undefined;
  const [head = [], ...others] = sections;
  const fragments = lines.flatMap(({ row }) => row.fragments);
  if (others.length === 0) return tableOfTexts(fragments, head, headerCount(head));
  return tableOfTexts(fragments, [merged(head), ...others.flatMap(rowsOf)], 1);
}

/** True if all rows have the same cells, and lines between rows or bars at both ends show that they are a table. */
function isTable(lines: readonly Line[], isSeparated: boolean): boolean {
  const filled = lines.filter(({ cells }) => cells !== undefined);
  const columns = filled[0]?.cells?.length ?? 0;
  if (columns < 2 || filled.some(({ cells }) => cells?.length !== columns)) return false;
  if (isSeparated) return filled.length >= minRows;
  return filled.length >= minBareRows && filled.every(({ isClosed }) => isClosed);
}

type Rows = readonly (readonly string[])[];

/** Returns the rows between the lines that separate rows. */
function sectionsOf(lines: readonly Line[]): readonly Rows[] {
  const sections: (readonly string[])[][] = [[]];
  for (const { cells } of lines) {
    if (cells === undefined) sections.push([]);
    else sections.at(-1)?.push(cells);
  }
  return sections.filter(({ length }) => length > 0);
}

/** A section whose further lines lack cells is one row with wrapped cells. */
function rowsOf(rows: Rows): Rows {
  const isWrapped = rows.length > 1 && rows.slice(1).every((row) => row.includes(""));
  return isWrapped ? [merged(rows)] : rows;
}

function merged(rows: Rows): readonly string[] {
  const [first = [], ...others] = rows;
  return others.reduce<readonly string[]>(
    (all, row) => all.map((cell, column) => (row[column] === "" ? cell : joinLine(cell, row[column] ?? ""))),
    first,
  );
}
