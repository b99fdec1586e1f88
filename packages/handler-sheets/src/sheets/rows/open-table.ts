import { columnLetters, cellText, startsWithHeader, type Cell } from "@reader/document/tables";
import type { Row, SheetLayout } from "../workbook.ts";

/** A table whose header has been written. */
export interface OpenTable {
  readonly columns: readonly number[];
  /** Where each column stands, by its number. */
  readonly positions: readonly (number | undefined)[];
  /** What the columns are called, by their numbers; empty where the first row does not say. */
  readonly names: ReadonlyMap<number, string>;
  /** Rows and characters written since its header. */
  rows: number;
  characters: number;
}

/** Starts a table with nothing written. */
export function openTable(columns: readonly number[], names: OpenTable["names"]): OpenTable {
  const positions: (number | undefined)[] = [];
  for (const [position, column] of columns.entries()) positions[column] = position;
  return { columns, positions, names, rows: 0, characters: 0 };
}

/** How many columns a table may have for each one that rows use, and besides, before bars are most of a row. */
const maxEmptyShare = 4;
const minWidth = 16;

/** Whether rows with these columns can go on in the table. */
export function fits(used: readonly number[], { columns, positions }: OpenTable): boolean {
  const isNarrow = columns.length <= used.length * maxEmptyShare + minWidth;
  return isNarrow && used.every((column) => positions[column] !== undefined);
}

/** Rows with other columns get a header anew; it has those of the table, too, so that it is the last where it can be. */
export function widened(used: readonly number[], table: OpenTable): readonly number[] {
  const all = [...new Set([...used, ...table.columns])].toSorted((one, other) => one - other);
  return all.length <= used.length * maxEmptyShare + minWidth ? all : used;
}

/** Characters of a name of a column that a header has. */
const maxNameCharacters = 40;

/** What the first of these rows calls the columns; nothing where it is a row like the others. */
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

/** Rows and characters after which a header comes again, so that each answer of a long sheet has one. */
const farRows = 500;
const farCharacters = 30_000;

/** How many times its own length a header is apart from the one before. */
const headerShare = 20;

type Columns = Pick<SheetLayout, "hiddenColumns">;

/** Whether the last header is so far away that an answer may start and end without one. */
export function isFar(table: OpenTable, columns: Columns): boolean {
  if (table.rows >= farRows) return true;
  return (
    table.characters >= farCharacters && table.characters >= headerShare * header(table, columns, table.names).length
  );
}

/** The letters of the columns. */
export function firstHeader(table: OpenTable, columns: Columns): string {
  return header(table, columns, new Map());
}

/** The letters of the columns with their names, which stand far above: `| |A: Day|B: Sum|`. */
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
