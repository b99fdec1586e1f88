import { align } from "../score/align.ts";
import { fromMacRoman, type Grid } from "./exported-sheets.ts";
import type { ShownCells } from "./shown-cells.ts";

/** A cell that differs. */
export interface Miss {
  readonly address: string;
  readonly wanted: string;
  readonly shown: string;
}

/** How many cells of a sheet are as Excel shows them. */
export interface CellScore {
  /** Cells with text in the export. */
  readonly cells: number;
  readonly equal: number;
  readonly misses: readonly Miss[];
}

/** Share of equal cells from which the rows need no alignment, and the most rows that are aligned. */
const enough = 0.98;
const maxAlignedRows = 600;

/**
 * Scores a sheet. The export starts at A1, at the first used cell or, if empty cells are formatted, between them: the
 * best place counts. Some workbooks got or lost a row after the export, so rows are then paired in order; cells of rows
 * without a partner count as different.
 */
export function scoreCells(grid: Grid, shown: ShownCells): CellScore {
  const rows = rowsOf(shown);
  const first = firstUsed(rows);
  let best = scoreRows(grid, rows, { column: 0, rowOf: (row) => row });
  const isBetter = (score: CellScore): boolean => score.equal > best.equal;
  for (const start of startsBefore(first)) {
    if (best.equal >= best.cells * enough) return best;
    const score = scoreRows(grid, rows, { column: start.column, rowOf: (row) => row + start.row });
    if (isBetter(score)) best = score;
  }
  if (best.equal >= best.cells * enough || grid.length > maxAlignedRows || rows.size > maxAlignedRows) return best;
  for (const column of new Set([0, first.column])) {
    const score = scoreRows(grid, rows, { column, rowOf: alignedRows(grid, rows, column) });
    if (isBetter(score)) best = score;
  }
  return best;
}

/** Texts by row and column, from 0. */
type Rows = ReadonlyMap<number, ReadonlyMap<number, string>>;

function rowsOf(shown: ShownCells): Rows {
  const rows = new Map<number, Map<number, string>>();
  for (const [address, text] of shown) {
    const { row, column } = cornerOf(address);
    const cells = rows.get(row) ?? new Map<number, string>();
    rows.set(row, cells.set(column, text));
  }
  return rows;
}

/** Rows and columns from 0. */
interface Corner {
  readonly row: number;
  readonly column: number;
}

function firstUsed(rows: Rows): Corner {
  const columns = [...rows.values()].map((cells) => Math.min(...cells.keys()));
  return rows.size === 0 ? { row: 0, column: 0 } : { row: Math.min(...rows.keys()), column: Math.min(...columns) };
}

/** Maximum number of starts that are tried; beyond it only the corners are. */
const maxStarts = 60;

function startsBefore({ row, column }: Corner): readonly Corner[] {
  const isSmall = (row + 1) * (column + 1) <= maxStarts;
  const numbers = (last: number): readonly number[] => Array.from({ length: last + 1 }, (_, index) => index);
  const rows = isSmall ? numbers(row) : [0, row];
  const columns = isSmall ? numbers(column) : [0, column];
  return rows.flatMap((at) => columns.map((each) => ({ row: at, column: each })));
}

function cornerOf(address: string): Corner {
  const [, letters = "", row = "1"] = /^([A-Z]+)(\d+)$/u.exec(address) ?? [];
  const column = letters.split("").reduce((sum, letter) => sum * 26 + (letter.codePointAt(0) ?? 0) - 64, 0);
  return { row: Number(row) - 1, column: column - 1 };
}

/** Pairs the rows of the export with those of the sheet, in order, so that most cells are equal. */
function alignedRows(grid: Grid, rows: Rows, column: number): (row: number) => number {
  const numbers = [...rows.keys()].toSorted((one, other) => one - other);
  const wanted = grid.map((values) => cellsOf(values).map(({ at, text }) => [at + column, normalised(text)] as const));
  const given = numbers.map((number) => normalisedRow(rows.get(number)));
  const likeness = (row: number, other: number): number => {
    const cells = given[other];
    return (wanted[row] ?? []).filter(([at, text]) => cells?.get(at) === text).length;
  };
  const { pairs } = align([grid.length, numbers.length], likeness);
  const partners = new Map(pairs.map(([row, other]) => [row, numbers[other] ?? -1]));
  return (row) => partners.get(row) ?? -1;
}

/** Returns the cells of a row that have text. */
function cellsOf(values: readonly string[]): readonly { readonly at: number; readonly text: string }[] {
  return values.flatMap((text, at) => (text.trim() === "" ? [] : [{ at, text }]));
}

function normalisedRow(cells: ReadonlyMap<number, string> = new Map()): ReadonlyMap<number, string> {
  return new Map([...cells].map(([column, text]) => [column, normalised(text)]));
}

interface Placing {
  readonly column: number;
  /** Returns the row of the sheet for a row of the export, or -1. */
  readonly rowOf: (row: number) => number;
}

function scoreRows(grid: Grid, rows: Rows, { column: start, rowOf }: Placing): CellScore {
  let cells = 0;
  let equal = 0;
  const misses: Miss[] = [];
  for (const [index, values] of grid.entries()) {
    const row = rowOf(index);
    for (const { at: column, text: wanted } of cellsOf(values)) {
      cells += 1;
      const shown = rows.get(row)?.get(column + start) ?? "";
      if (isSame(wanted, shown)) equal += 1;
      else misses.push({ address: `${lettersOf(column + start)}${row + 1}`, wanted, shown });
    }
  }
  return { cells, equal, misses };
}

function lettersOf(column: number): string {
  return column < 26
    ? String.fromCodePoint(65 + column)
    : lettersOf(Math.floor(column / 26) - 1) + lettersOf(column % 26);
}

function normalised(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/gu, " ").trim();
}

/** True if both are the same text, apart from whitespace and from the exporter's locale and code page. */
export function isSame(wanted: string, shown: string): boolean {
  if (wanted === shown) return true;
  if (shown === "") return false;
  const [one, other] = [normalised(wanted), normalised(shown)];
  if (one === other || isSameDay(one, other)) return true;
  return fromMacRoman(one) === other || isSameInCodePage(one, other);
}

const localDate = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?: (\d{1,2}:\d\d))?$/u;

/** True if `11/3/09`, a date of the exporter's locale, is the day `2009-11-03`. */
function isSameDay(wanted: string, shown: string): boolean {
  const [found, month = "", day = "", year = "", time] = localDate.exec(wanted) ?? [];
  if (found === undefined) return false;
  const rest = `-${month.padStart(2, "0")}-${day.padStart(2, "0")}${time === undefined ? "" : ` ${time}`}`;
  const dated = /^\d{4}(?=-)/u.exec(shown)?.[0] ?? "";
  return shown.slice(4) === rest && dated.endsWith(year);
}

const lost = /[^\0-\u007f]|[_?]/gu;

/** Excel writes underscores or question marks for characters that its code page lacks: the others are compared. */
function isSameInCodePage(wanted: string, shown: string): boolean {
  if (!/[^\0-\u007f]/u.test(shown) || !/[_?]/u.test(wanted)) return false;
  return normalised(wanted.replaceAll(lost, "")) === normalised(shown.replaceAll(lost, ""));
}
