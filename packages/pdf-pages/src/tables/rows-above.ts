import type { Table, TextLine } from "../model/page-content.ts";
import { isNumeric, isPeriod } from "./cells/cell-kinds.ts";
import { type Column, columnOf, columnsOf, reachesOver } from "./cells/columns.ts";
import { around } from "./cells/fragment.ts";
import { spansOfHeads } from "./cells/spanning-heads.ts";
import { cellText, type VisualRow } from "./cells/visual-rows.ts";

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
  const inside = rows.filter(({ fragments }) => fragments.some(({ line }) => table.lines.has(line)));
  const [first] = inside;
  const columns = columnsOf(inside);
  if (first === undefined || !hasColumns(table, columns)) return table;
  const above = rowsAbove(rows, rows.indexOf(first), { columns, taken });
  const body = above.findIndex(holdsValue);
  const end = body < 0 ? above.length : body;
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
  return fragments.some(({ text }) => isNumeric(text) && !isPeriod(text));
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
