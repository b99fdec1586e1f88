import { type HandlerContext, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import { createColumnProfile, kindOfText } from "@reader/document/tables";
import { delimiterWords } from "./annotate-csv.ts";
import { openTable, type Table } from "./open-table.ts";
import { readRows } from "./read-rows.ts";
import { isRagged } from "./row-notices.ts";
import type { TableRow } from "./table-lines.ts";
import { isValueRow } from "./table-start.ts";

/** Maximum number of sampled rows, without the header. */
const sampleRows = 1000;

/** Limits of the rows shown as they are: rows, columns, and characters of a field. */
const shownRows = 3;
const shownColumns = 50;
const shownCharacters = 100;

/** Describes a table from its first rows: its dialect, its columns with their types, and the first rows themselves. */
export async function describeCsv(source: Source, { signal }: HandlerContext): Promise<HandlerInfo> {
  signal.throwIfAborted();
  const table = await openTable(source);
  const { rows, isWhole } = await sampleOf(table, signal);
  const values = rows.filter(({ row, fields }) => row >= table.firstRow && isValueRow(fields, table));
  const profile = createColumnProfile({ headerRows: 0 });
  for (const { fields } of values) profile.add(fields.map((text) => ({ text, kind: kindOfText(text) })));
  const columns = profile.finish().columns.map((facts, at) => {
    const name = table.names[at]?.trim().slice(0, shownCharacters) ?? "";
    const { column, ...rest } = facts;
    return name === "" ? { ...facts } : { column, name, ...rest };
  });
  const facts = {
    ...writtenFacts(table),
    columns,
    sample: { rows: values.length, of: isWhole ? "all rows" : "the first rows" },
    ...(columns.length > 0 && table.width > columns.length ? { columnsInAll: table.width } : {}),
    ...raggedFacts(values, table),
    firstRows: values.slice(0, shownRows).map(({ fields }) => fields.slice(0, shownColumns).map(cut)),
  };
  return { extents: [], facts };
}

interface Sample {
  readonly rows: readonly TableRow[];
  readonly isWhole: boolean;
}

async function sampleOf(table: Table, signal: AbortSignal): Promise<Sample> {
  const last = table.firstRow + sampleRows - 1;
  const rows: TableRow[] = [];
  // One more row shows whether the table continues.
  for await (const batch of readRows(table, { from: table.first, last: last + 1 }, signal)) rows.push(...batch.rows);
  return { rows: rows.filter(({ row }) => row <= last), isWhole: rows.every(({ row }) => row <= last) };
}

function writtenFacts({ dialect, headerRow }: Table): { readonly [name: string]: Json } {
  return {
    separatedBy: delimiterWords(dialect.delimiter),
    quotedBy: dialect.quote,
    ...(dialect.escape === "backslash" ? { escapedBy: "\\" } : {}),
    header: headerRow === undefined ? "none" : `row ${headerRow}`,
  };
}

function raggedFacts(rows: readonly TableRow[], table: Table): { readonly [name: string]: Json } {
  const ragged = rows.filter(({ fields }) => isRagged(fields, table)).length;
  return ragged === 0 ? {} : { rowsWithOtherNumberOfFields: ragged };
}

function cut(field: string): string {
  return field.length > shownCharacters ? `${field.slice(0, shownCharacters)}…` : field;
}
