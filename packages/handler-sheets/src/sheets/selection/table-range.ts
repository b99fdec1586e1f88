import type { CellRange } from "@reader/document/tables";
import { parseTableReference, type TableReference } from "./table-reference.ts";
import type { NamedRange, Row, Workbook } from "../workbook.ts";

/** A table that has a place. */
export interface PlacedTable extends NamedRange {
  readonly sheet: number;
  readonly range: CellRange;
}

/** The range of a part of a table, or the column that it lacks and those that it has. */
export type TablePart =
  | { readonly range: CellRange }
  | { readonly missing: string; readonly columns: readonly string[] };

/**
 * The range of what stands in the brackets of `Table[…]`. A column comes with its header and its total, because values
 * alone do not say what they are. Undefined for what is no such reference, or leads to no row.
 */
export async function tablePart(
  workbook: Workbook,
  table: PlacedTable,
  inside: string,
): Promise<TablePart | undefined> {
  const reference = parseTableReference(inside);
  const rows = reference === undefined ? undefined : rowsOf(table, reference);
  if (reference === undefined || rows === undefined) return undefined;
  if (reference.columns === undefined) return { range: { ...table.range, ...rows } };
  const { first, last } = reference.columns;
  const columns = await columnsOf(workbook, table);
  const places = [first, last].map((name) => placeOf(columns, name));
  const missing = places.indexOf(-1);
  if (missing >= 0) return { missing: missing === 0 ? first : last, columns };
  const at = places.map((place) => place + table.range.firstColumn);
  return { range: { ...table.range, ...rows, firstColumn: Math.min(...at), lastColumn: Math.max(...at) } };
}

type RowSpan = Pick<CellRange, "firstRow" | "lastRow">;

/** Rows that the areas of a reference have together. */
function rowsOf(table: PlacedTable, { areas }: TableReference): RowSpan | undefined {
  const spans = spansOf(table);
  const wanted = areas.length === 0 ? [spans["#all"]] : areas.map((area) => spans[area]);
  const found = wanted.filter((span) => span !== undefined && span.firstRow <= span.lastRow);
  if (found.length < wanted.length) return undefined;
  return {
    firstRow: Math.min(...found.map((span) => span?.firstRow ?? 0)),
    lastRow: Math.max(...found.map((span) => span?.lastRow ?? 0)),
  };
}

function spansOf({ range, headerRows = 1, totalsRows = 0 }: PlacedTable): Readonly<Record<string, RowSpan>> {
  const { firstRow, lastRow } = range;
  return {
    "#all": { firstRow, lastRow },
    "#headers": { firstRow, lastRow: firstRow + headerRows - 1 },
    "#data": { firstRow: firstRow + headerRows, lastRow: lastRow - totalsRows },
    "#totals": { firstRow: lastRow - totalsRows + 1, lastRow },
  };
}

/** As the file names them, else as the cells of the header do. */
async function columnsOf({ sheets }: Workbook, { sheet, range, columns }: PlacedTable): Promise<readonly string[]> {
  if (columns !== undefined && columns.length > 0) return columns;
  const names: string[] = [];
  const header = { ...range, lastRow: range.firstRow };
  for await (const rows of sheets[sheet]?.rows(header) ?? []) addNames(names, rows, range.firstColumn);
  return Array.from(names, (name) => name ?? "");
}

function addNames(names: string[], rows: readonly Row[], firstColumn: number): void {
  for (const { cells } of rows) for (const { column, text } of cells) names[column - firstColumn] = text;
}

function placeOf(columns: readonly string[], name: string): number {
  const wanted = plain(name);
  return columns.findIndex((column) => plain(column) === wanted);
}

/** Capitals do not count, and a line end in a name is written as a blank as often as not. */
function plain(name: string): string {
  return name.replace(/\s+/gu, " ").trim().toLowerCase();
}
