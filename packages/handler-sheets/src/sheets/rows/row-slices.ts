import { ReadError } from "@reader/core/handler";
import { columnLetters, cellText, startsWithHeader, type Cell } from "@reader/document/tables";
import type { Row, SheetLayout } from "../workbook.ts";

/** Number of characters formatted at a time. A shared string can be shown in any number of cells. */
const sliceCharacters = 1_000_000;

/**
 * Maximum number of characters in a row. A row of 16 384 cells that are as full as Excel allows has five times as many.
 */
const maxRowCharacters = 100_000_000;

/** Rows and the number of characters that they show. */
export interface RowSlice {
  readonly rows: readonly Row[];
  readonly characters: number;
}

/**
 * Splits rows into batches that are small enough to format. Calls `charactersOf` once per row to get the number of
 * characters it shows. Throws `too-large` if a single row is too large.
 */
export function* rowSlices(rows: readonly Row[], charactersOf: (row: Row) => number): Generator<RowSlice> {
  let start = 0;
  let characters = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) continue;
    const own = charactersOf(row);
    if (own > maxRowCharacters) throw tooLong(row);
    characters += own;
    if (characters < sliceCharacters) continue;
    yield { rows: rows.slice(start, at + 1), characters };
    start = at + 1;
    characters = 0;
  }
  if (start < rows.length) yield { rows: start === 0 ? rows : rows.slice(start), characters };
}

function tooLong({ row }: Row): ReadError {
  return new ReadError("too-large", `Row ${row} has more than ${maxRowCharacters} characters.`, {
    hint: `Select some of its cells, such as \`select\`: "A${row}:C${row}".`,
    details: { limit: { name: "maxRowCharacters", value: maxRowCharacters } },
  });
}

/** A table whose header has been written. */
export interface OpenTable {
  readonly columns: readonly number[];
  /** The position of each column in the table, by column number. */
  readonly positions: readonly (number | undefined)[];
  /** The column names by column number; empty if the first row has none. */
  readonly names: ReadonlyMap<number, string>;
  /** Number of rows and characters written since the last header. */
  rows: number;
  characters: number;
}

/** Creates a table without rows. */
export function openTable(columns: readonly number[], names: OpenTable["names"]): OpenTable {
  const positions: (number | undefined)[] = [];
  for (const [position, column] of columns.entries()) positions[column] = position;
  return { columns, positions, names, rows: 0, characters: 0 };
}

/**
 * Limits on empty columns: a share of the used columns, and a number that is always allowed. Beyond them most of a row
 * would be bars.
 */
const maxEmptyShare = 4;
const minWidth = 16;

/** True if rows with these columns fit in the table. */
export function fits(used: readonly number[], { columns, positions }: OpenTable): boolean {
  const isNarrow = columns.length <= used.length * maxEmptyShare + minWidth;
  return isNarrow && used.every((column) => positions[column] !== undefined);
}

/**
 * Returns the columns for a new header. It keeps the columns of the table where possible, so that no further header is
 * needed.
 */
export function widened(used: readonly number[], table: OpenTable): readonly number[] {
  const all = [...new Set([...used, ...table.columns])].toSorted((one, other) => one - other);
  return all.length <= used.length * maxEmptyShare + minWidth ? all : used;
}

/** Maximum number of characters of a column name in a header. */
const maxNameCharacters = 40;

/** Returns the column names if the first row looks like a header, otherwise an empty map. */
export function columnNames(rows: readonly Row[], used: readonly number[]): OpenTable["names"] {
  const positions = new Map(used.map((column, position) => [column, position]));
  const dense = rows.map(({ cells }) => {
    const row: (Cell | undefined)[] = [];
    for (const cell of cells) row[positions.get(cell.column) ?? 0] = cell;
    return row;
  });
  if (!startsWithHeader(dense)) return new Map();
  return new Map((rows[0]?.cells ?? []).map(({ column, text }) => [column, cellText(shortened(text))]));
}

function shortened(name: string): string {
  return name.length <= maxNameCharacters
    ? name
    : `${name.slice(0, maxNameCharacters).replace(/\p{Surrogate}$/u, "")}…`;
}

/**
 * Numbers of rows and characters after which the header is repeated, so that each answer about a long sheet has one.
 */
const farRows = 500;
const farCharacters = 30_000;

/** Minimum distance between headers, as a multiple of the header's length. */
const headerShare = 20;

type Columns = Pick<SheetLayout, "hiddenColumns">;

/** True if the last header is so far back that an answer could miss it. */
export function isFar(table: OpenTable, columns: Columns): boolean {
  if (table.rows >= farRows) return true;
  return (
    table.characters >= farCharacters && table.characters >= headerShare * header(table, columns, table.names).length
  );
}

/** Returns a header with column letters. */
export function firstHeader(table: OpenTable, columns: Columns): string {
  return header(table, columns, new Map());
}

/** Returns a header with column letters and names, because the row with the names is far above: `| |A: Day|B: Sum|`. */
export function headerAgain(table: OpenTable, columns: Columns): string {
  table.rows = 0;
  table.characters = 0;
  return header(table, columns, table.names);
}

function header({ columns }: OpenTable, { hiddenColumns }: Columns, names: OpenTable["names"]): string {
  const isHidden = (column: number): boolean =>
    hiddenColumns.some(({ first, last }) => column >= first && column <= last);
  const named = (column: number): string => {
    const name = names.get(column);
    return `${columnLetters(column)}${isHidden(column) ? " hidden" : ""}${name === undefined ? "" : `: ${name}`}|`;
  };
  return `| |${columns.map(named).join("")}\n|-|${"-|".repeat(columns.length)}\n`;
}
