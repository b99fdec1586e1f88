import { quoted, ReadError } from "@reader/core/handler";
import { allColumns, type Dataset, type DataTable, type RowRange } from "./dataset.ts";

/** The selected part of a dataset. */
export interface DataSelection {
  readonly table: DataTable;
  readonly columns: readonly number[];
  readonly rows: RowRange | undefined;
}

/** Rows at the end of a selection. Directly after the mark of columns, only a range: a column may be called `2024`. */
const rowsAtEnd = /(?:^|\s|(?<=!)(?=-?\d*\s*:))(?:rows?\s+)?(-?\d{1,15})?\s*(:)?\s*(\d{1,15})?$/i;

/**
 * Parses a selection: `users`, `users!name,mail`, `users!name 100:200`, and for a file with one table `name,mail`,
 * `100:200` or `-20:` (the last 20 rows). Throws `out-of-range` with the names of tables or columns.
 */
export function parseSelection(select: string, dataset: Dataset, path: string): DataSelection {
  const whole = tableNamed(select, dataset);
  if (whole !== undefined) return { table: whole, columns: allColumns(whole), rows: undefined };
  const { rest, first, last } = withoutRows(select.trim());
  const { table, names } = tableAndNames(rest, dataset, path);
  const columns = names.trim() === "" ? allColumns(table) : columnsNamed(names, table, path);
  return { table, columns, rows: first === undefined ? undefined : rangeIn(table, first, last) };
}

interface TableAndNames {
  readonly table: DataTable;
  /** The names of its columns, separated by commas; empty for all. */
  readonly names: string;
}

/** Splits a selection without rows. The only table of a file need not be named. */
function tableAndNames(rest: string, dataset: Dataset, path: string): TableAndNames {
  const mark = rest.indexOf("!");
  const table = tableNamed(mark < 0 ? rest : rest.slice(0, mark), dataset);
  if (table !== undefined) return { table, names: mark < 0 ? "" : rest.slice(mark + 1) };
  const [only, ...others] = dataset.tables;
  if (mark >= 0 || only === undefined || others.length > 0) throw noTable(rest, dataset, path);
  return { table: only, names: rest };
}

interface Parts {
  readonly rest: string;
  readonly first?: number;
  readonly last?: number;
}

/** Splits the rows off the end of a selection. */
function withoutRows(select: string): Parts {
  const match = rowsAtEnd.exec(select);
  const [whole = "", start, separator, end] = match ?? [];
  if (start === undefined && end === undefined) return { rest: select };
  const first = start === undefined ? 1 : Number(start);
  const single = separator === undefined ? first : Number.POSITIVE_INFINITY;
  return { rest: select.slice(0, select.length - whole.length), first, last: end === undefined ? single : Number(end) };
}

function rangeIn({ rowCount }: DataTable, first: number, last = Number.POSITIVE_INFINITY): RowRange {
  if (first >= 0) return { first: Math.max(1, first), last };
  return { first: Math.max(1, (rowCount ?? 0) + first + 1), last: rowCount ?? Number.POSITIVE_INFINITY };
}

function tableNamed(text: string, { tables }: Dataset): DataTable | undefined {
  const wanted = withoutQuotes(text);
  return (
    tables.find(({ name }) => name === text.trim()) ??
    tables.find(({ name }) => name === wanted) ??
    tables.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  );
}

function withoutQuotes(text: string): string {
  return text.trim().replace(/^(["'`])(.*)\1$/s, "$2");
}

function columnsNamed(text: string, table: DataTable, path: string): readonly number[] {
  const names = text.match(/(?:"[^"]*"|[^,"])+/g) ?? [];
  return names.map((name) => {
    const wanted = withoutQuotes(name);
    const exact = table.columns.findIndex((column) => column.name === wanted);
    const found =
      exact >= 0 ? exact : table.columns.findIndex((column) => column.name.toLowerCase() === wanted.toLowerCase());
    if (found < 0) throw noColumn(wanted, table, path);
    return found;
  });
}

/** Maximum number of names that an error lists. */
const maxNamed = 30;

function noTable(wanted: string, { tables }: Dataset, path: string): ReadError {
  const names = tables.slice(0, maxNamed).map(({ name }) => quoted(name));
  return new ReadError("out-of-range", `${path} has no table called ${quoted(wanted)}.`, {
    hint:
      names.length === 0
        ? "Read it without `select`."
        : `Select one of ${names.join(", ")}. Columns and rows follow the name: \`${exampleOf(tables)}\`.`,
    details: { total: tables.length, unit: "section" },
  });
}

/** A selection of a column and rows of the first table. */
function exampleOf([table]: Dataset["tables"]): string {
  const column = table?.columns[0]?.name;
  return `${table?.name ?? ""}${column === undefined ? "" : `!${column}`} 1:20`;
}

function noColumn(wanted: string, { name, columns }: DataTable, path: string): ReadError {
  const names = columns.slice(0, maxNamed).map((column) => quoted(column.name));
  return new ReadError("out-of-range", `The table ${quoted(name)} of ${path} has no column called ${quoted(wanted)}.`, {
    hint: `Its columns: ${names.join(", ")}.`,
    details: { total: columns.length, unit: "section" },
  });
}
