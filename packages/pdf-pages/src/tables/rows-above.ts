import type { Table, TextLine } from "../model/page-content.ts";
import { isNumeric, isPeriod, isUnit } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, reachesOver } from "./cells/columns.ts";
import { around } from "./cells/fragment.ts";
import { spansOfHeads } from "./cells/spanning-heads.ts";
import { cellText, firstRowOf, rowsOf, type VisualRow } from "./cells/visual-rows.ts";

/** Maximum distance of a row above a table, in line heights. */
const nearEms = 1.1;

/** Maximum number of rows above a table: its first row, and the lines of its head. */
const maxRowsAbove = 5;

/**
 * Adds the rows right above a table without a head that are in its columns: if every other row is shaded, only the
 * shaded ones show the table, and its head and first row are above them. Lines in `taken` are in a table already.
 */
export function withRowsAbove(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  if (table.headerRows > 0) return table;
  const inside = rowsOf(table, rows);
  const columns = columnsOf(inside);
  const [first] = inside;
  if (first === undefined || !hasColumns(table, columns)) return table;
  const above = rowsAbove(rows, rows.indexOf(first), { columns, taken });
  const body = above.findIndex(holdsValue);
  return withRows(table, { above, columns, heads: body < 0 ? above.length : body });
}

/**
 * Adds the head above a table of which every other row is shaded, and the row without shading below the head. The first
 * shaded row looked like a head only because it was the first.
 */
export function withUnshadedRows(table: Table, columns: readonly Column[], rows: readonly VisualRow[]): Table {
  const [, first] = firstRowOf(table, rows);
  if (first === undefined || columns.length < 3) return table;
  const above = rowsAbove(rows, rows.indexOf(first), { columns, taken: new Set() });
  const body = above.findIndex(holdsValue);
  const last = isBodyRow(above, first, columns) ? above.length - 1 : above.length;
  return withRows(table, { above, columns, heads: body < 0 ? last : body });
}

/** A row of the body is at least as far from the line above as from the next row; lines of a head are nearer. */
const rowShare = 0.95;

/** True if the last of some rows without values is a row of the body, because it is as full and as far as they are. */
function isBodyRow(above: readonly VisualRow[], first: VisualRow, columns: readonly Column[]): boolean {
  const [head, row] = above.slice(-2);
  if (head === undefined || row === undefined || !fills(row, columns)) return false;
  if (row.fragments.length < columns.length || head.fragments.length < columns.length) return false;
  return row.box.y0 - head.box.y0 >= rowShare * (first.box.y0 - row.box.y0);
}

interface RowsToAdd {
  readonly above: readonly VisualRow[];
  readonly columns: readonly Column[];
  /** How many of the rows are lines of the head. */
  readonly heads: number;
}

function withRows(table: Table, { above, columns, heads: end }: RowsToAdd): Table {
  const [heads, values] = [above.slice(0, end), above.slice(end)];
  if (heads.length === 0 || !values.every((row) => fills(row, columns))) return table;
  const shown = headTexts(heads, columns);
  if (shown.at(-1)?.slice(1).includes("") !== false) return table;
  return {
    box: above.map(({ box }) => box).reduce(around, table.box),
    rows: [...shown, ...values.map((row) => textsOf([row], columns)), ...table.rows],
    headerRows: shown.length,
    lines: new Set([...above.flatMap(({ fragments }) => fragments.map(({ line }) => line)), ...table.lines]),
  };
}

function hasColumns({ rows }: Table, columns: readonly Column[]): boolean {
  return columns.length > 2 && columns.length === rows[0]?.length;
}

interface Place {
  readonly columns: readonly Column[];
  readonly taken: ReadonlySet<TextLine>;
}

function rowsAbove(rows: readonly VisualRow[], end: number, { columns, taken }: Place): readonly VisualRow[] {
  let start = end;
  while (start > 0 && end - start < maxRowsAbove) {
    const [row, below] = [rows[start - 1], rows[start]];
    if (row === undefined || below === undefined || !isNear(row, below) || !isOfCells(row, columns)) break;
    if (row.fragments.some(({ line }) => taken.has(line))) break;
    start -= 1;
  }
  return rows.slice(start, end);
}

function isNear({ box }: VisualRow, below: VisualRow): boolean {
  return below.box.y0 - box.y1 < nearEms * (box.y1 - box.y0);
}

function isOfCells({ fragments, box }: VisualRow, columns: readonly Column[]): boolean {
  const [left, right] = [columns[0]?.x0 ?? 0, columns.at(-1)?.x1 ?? 0];
  const sizePt = fragments[0]?.sizePt ?? 10;
  return (
    fragments.length > 1 &&
    box.x0 > left - sizePt &&
    box.x1 < right + sizePt &&
    fragments.every(({ line }) => line.direction === "ltr")
  );
}

function holdsValue({ fragments }: VisualRow): boolean {
  return fragments.some(({ text }) => isNumeric(text) && !isPeriod(text) && !isUnit(text));
}

function fills({ fragments }: VisualRow, columns: readonly Column[]): boolean {
  const places = new Set(fragments.map((fragment) => columnOf(fragment, columns)));
  return (
    places.has(0) && places.size === fragments.length && !fragments.some((fragment) => reachesOver(fragment, columns))
  );
}

/** Returns the head rows as texts: lines of one head joined, spanning heads in each of their columns. */
function headTexts(lines: readonly VisualRow[], columns: readonly Column[]): readonly (readonly string[])[] {
  const spanning = lines.findLastIndex((line, index) => spansOf(line, lines[index + 1], columns) !== undefined);
  const spans = lines[spanning] && spansOf(lines[spanning], lines[spanning + 1], columns);
  const own = textsOf(lines.slice(spanning + 1), columns);
  if (spans === undefined) return [own];
  const over = columns.map((_, at) => {
    return cellText((lines[spanning]?.fragments ?? []).filter((fragment) => spans.get(fragment)?.includes(at)));
  });
  return [over, own];
}

function spansOf(line: VisualRow, below: VisualRow | undefined, columns: readonly Column[]) {
  if (below === undefined || below.fragments.length <= line.fragments.length) return undefined;
  return spansOfHeads(line.fragments, below.fragments, columns);
}

function textsOf(rows: readonly VisualRow[], columns: readonly Column[]): readonly string[] {
  const fragments = rows.flatMap((row) => row.fragments);
  return columns.map((_, at) => cellText(fragments.filter((fragment) => columnOf(fragment, columns) === at)));
}
