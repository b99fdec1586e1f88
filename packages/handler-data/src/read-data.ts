import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type HandlerInfo,
  type Json,
  notice,
  type Outline,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { csvRecord } from "@reader/core/internal";
import { fence, tableCell, tableRow } from "@reader/document";
import { openArrow } from "./arrow/open-arrow.ts";
import { startsLikeStream } from "./arrow/messages.ts";
import { openAvro } from "./avro/open-avro.ts";
import { openDuckDb } from "./duckdb/open-duckdb.ts";
import { openJsonLines } from "./json-lines/open-json-lines.ts";
import { openParquet } from "./parquet/open-parquet.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";
import { cellText, csvText } from "./table/cell-text.ts";
import { allColumns, type DataColumn, type Dataset, type DataTable, type RowRange } from "./table/dataset.ts";
import { parseSelection } from "./table/parse-selection.ts";
import { statisticsOf } from "./table/statistics.ts";

/** Number of rows that are shown without a selection: of the only table, and of each of several. */
const rowsOfOne = 50;
const rowsOfEach = 5;

/** Reads the tables of a file: their columns and first rows, or the rows that `select` names. */
export async function* readData(
  source: Source,
  context: HandlerContext,
  open: OpenDataset = openDataset,
): AsyncGenerator<HandlerEvent> {
  const dataset = await open(source, context);
  try {
    context.signal.throwIfAborted();
    if (context.select === undefined) yield* overview(dataset, source.path, context);
    else yield* selected(dataset, source.path, { ...context, select: context.select });
  } finally {
    dataset.close();
  }
}

/** Opens a file of tables. */
export type OpenDataset = (source: Source, context: HandlerContext) => Promise<Dataset>;

/** Opens a database or a table by its first bytes. */
const openDataset: OpenDataset = async (source, { budget, signal }) => {
  const head = await source.head(headBytes);
  const mark = new TextDecoder("latin1").decode(head);
  if (mark.startsWith("PAR")) return openParquet(source, budget.maxInflatedBytes);
  if (mark.startsWith("Obj\x01")) return openAvro(source, signal, budget.maxInflatedBytes);
  if (/^(?:ARROW1|FEA1)/.test(mark) || startsLikeStream(head)) return openArrow(source, signal);
  if (mark.startsWith("DUCK", 8)) return openDuckDb(await source.bytes(), source.path, signal);
  return openSqlite(await source.bytes(), source.path);
};

/** Number of bytes that tell the format. */
const headBytes = 1024;

/** Opens JSON Lines as a table. */
export const openLines: OpenDataset = (source, { signal }) => openJsonLines(source, signal);

async function* overview(dataset: Dataset, path: string, context: HandlerContext): AsyncGenerator<HandlerEvent> {
  const { tables } = dataset;
  if (tables.length === 0) yield text(`(a ${dataset.format} database without tables)\n`);
  const shown = chosenTables(tables, context.pages, path);
  const most = shown.length === 1 ? rowsOfOne : rowsOfEach;
  for (const [at, table] of tables.entries()) {
    if (!shown.includes(table)) continue;
    context.signal.throwIfAborted();
    yield* tableEvents(dataset, table, { at: placeOf(dataset, table, at), most, isCsv: isCsvWanted(context) });
  }
  if (dataset.isDatabase) yield extent("section", tables.length);
  for (const remark of dataset.remarks) yield notice(remark);
}

function placeOf({ isDatabase }: Dataset, { name }: DataTable, at: number): Place | undefined {
  return isDatabase ? { unit: "section", index: at + 1, label: name } : undefined;
}

function isCsvWanted({ tables }: Pick<HandlerContext, "tables">): boolean {
  return tables === "csv";
}

/** Returns the tables of the requested numbers and names. */
function chosenTables(
  tables: readonly DataTable[],
  pages: readonly PageRange[] | undefined,
  path: string,
): readonly DataTable[] {
  if (pages === undefined) return tables;
  const chosen = pages.flatMap((range) => tablesIn(tables, range));
  if (chosen.length > 0) return chosen;
  throw new ReadError("out-of-range", `${path} has ${tables.length} tables and views.`, {
    hint: tables.length === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${tables.length}.`,
    details: { total: tables.length, unit: "section" },
  });
}

function tablesIn(tables: readonly DataTable[], range: PageRange): readonly DataTable[] {
  if ("label" in range) return tables.filter(({ name }) => name === range.label);
  if (range.first < 0) return tables.slice(range.first);
  return tables.slice(Math.max(0, range.first - 1), range.last);
}

interface Shown {
  readonly at: Place | undefined;
  /** Maximum number of rows. */
  readonly most: number;
  readonly isCsv: boolean;
}

/** Yields the columns and the first rows of a table. A table that cannot be read gets a line in their place. */
async function* tableEvents(dataset: Dataset, table: DataTable, shown: Shown): AsyncGenerator<HandlerEvent> {
  const { at, isCsv } = shown;
  yield text(`${headLine(dataset, table)}\n\n${definitionOf(table)}`, at);
  if (table.fault !== undefined) {
    yield text(`(cannot be read: ${table.fault})\n`, at);
    return;
  }
  yield text(columnLines(table.columns, isCsv), at);
  if (table.rowCount !== 0 && table.columns.length > 0) yield* firstRows(dataset, table, shown);
}

/** Returns the statement of a view as a block of code. */
function definitionOf({ definition }: DataTable): string {
  return definition === undefined ? "" : `${fence("sql", definition.slice(0, maxDefinition).trim())}\n`;
}

/** Maximum number of characters of the statement of a view. */
const maxDefinition = 4000;

async function* firstRows(
  dataset: Dataset,
  table: DataTable,
  { at, most, isCsv }: Shown,
): AsyncGenerator<HandlerEvent> {
  try {
    if (isCsv) yield text("\n", at);
    const quick = table.firstRows === undefined ? table : { ...table, rows: table.firstRows };
    yield* rowEvents(quick, { columns: allColumns(table), rows: { first: 1, last: most }, at, isCsv });
  } catch (error) {
    if (!ReadError.is(error) || !dataset.isDatabase) throw error;
    yield text(`\n(its rows cannot be shown: ${error.message})\n`, at);
    return;
  }
  if (table.rowCount !== undefined && table.rowCount > most) yield text(`\n${moreLine(dataset, table, most)}\n`, at);
}

function headLine({ format, isDatabase }: Dataset, { name, kind, columns, rowCount }: DataTable): string {
  const what = isDatabase ? `${kind} ${quoted(name)}` : `${format} table`;
  const rows = rowCount === undefined ? [] : [counted(rowCount, "row")];
  return [what, ...rows, counted(columns.length, "column")].join(" · ");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function moreLine({ isDatabase }: Dataset, { name, rowCount = 0 }: DataTable, shown: number): string {
  const rows = `${shown + 1}:${Math.min(rowCount, shown * 10)}`;
  return `(${rowCount - shown} more rows: select ${quoted(isDatabase ? `${name} ${rows}` : rows)})`;
}

function columnLines(columns: readonly DataColumn[], isCsv: boolean): string {
  if (isCsv) return csvLines([["column", "type"], ...columns.map(({ name, type }) => [name, type])]);
  const rows = columns.map(({ name, type }) => tableRow([name, type]));
  return `${[tableRow(["column", "type"]), "|---|---|", ...rows].join("\n")}\n`;
}

interface ShownRows {
  readonly columns: readonly number[];
  readonly rows: RowRange;
  readonly at: Place | undefined;
  readonly isCsv: boolean;
}

/** Yields rows below a header, with their numbers, or as CSV without them. */
async function* rowEvents(table: DataTable, { columns, rows, at, isCsv }: ShownRows): AsyncGenerator<HandlerEvent> {
  const names = columns.map((column) => table.columns[column]?.name ?? "");
  let index = rows.first;
  for await (const batch of table.rows(rows, columns)) {
    const isFirst = index === rows.first;
    if (isCsv) {
      index += batch.length;
      yield text(csvLines([...(isFirst ? [names] : []), ...batch.map((row) => row.map(csvText))]), at);
      continue;
    }
    const lines = batch.map((row) => rowLine(index++, row));
    const head = isFirst ? `\n${tableRow(["row", ...names])}\n|${"---|".repeat(names.length + 1)}\n` : "";
    yield text(`${head}${lines.join("\n")}\n`, at);
  }
}

function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${csvRecord(row)}\n`).join("");
}

/** Returns a row as a line of the table. Only text may have to be cleaned. */
function rowLine(index: number, row: readonly unknown[]): string {
  let line = `|${index}|`;
  for (const value of row) {
    const text = cellText(value);
    line += `${typeof value === "string" || typeof value === "object" ? cleanCell(text) : text}|`;
  }
  return line;
}

/** Matches text that a cell shows in another form. Most values have none. */
const unclean = /\||[^\S ]| {2}|^ | $|\\$/u;

function cleanCell(text: string): string {
  return unclean.test(text) ? tableCell(text) : text;
}

async function* selected(
  dataset: Dataset,
  path: string,
  context: HandlerContext & { readonly select: string },
): AsyncGenerator<HandlerEvent> {
  const {
    table,
    columns,
    rows = { first: 1, last: Number.POSITIVE_INFINITY },
  } = parseSelection(context.select, dataset, path);
  const at = placeOf(dataset, table, dataset.tables.indexOf(table));
  const { rowCount } = table;
  if (rowCount !== undefined && rows.first > Math.max(1, rowCount)) throw noRows(table, rows.first, path);
  const isCsv = isCsvWanted(context);
  if (!isCsv) yield text(`${headLine(dataset, table)}\n`, at);
  yield* rowEvents(table, { columns, rows, at, isCsv });
  for (const remark of dataset.remarks) yield notice(remark);
}

function noRows({ rowCount = 0 }: DataTable, first: number, path: string): ReadError {
  return new ReadError(
    "out-of-range",
    `${path} has ${counted(rowCount, "row")} there, and row ${first} was requested.`,
    {
      hint: rowCount === 0 ? "Select another table." : `Select rows from 1 to ${rowCount}.`,
      details: { total: rowCount, unit: "section" },
    },
  );
}

/** Maximum number of tables of which `info` has statistics. */
const maxDescribed = 10;

/** Describes a file: its tables with their columns, and the count, nulls, different values and extremes of each. */
export async function describeData(
  source: Source,
  context: HandlerContext,
  open: OpenDataset = openDataset,
): Promise<HandlerInfo> {
  const dataset = await open(source, context);
  try {
    const tables: Json[] = [];
    for (const [at, table] of dataset.tables.entries()) {
      tables.push(await describeTable(table, at < maxDescribed && table.kind === "table", context.signal));
    }
    const extents = dataset.isDatabase ? [extent("section", dataset.tables.length)] : [];
    return { extents, facts: { format: dataset.format, ...dataset.facts, tables: tables.slice(0, 100) } };
  } finally {
    dataset.close();
  }
}

async function describeTable(table: DataTable, hasStatistics: boolean, signal: AbortSignal): Promise<Json> {
  const { name, kind, rowCount, columns, fault } = table;
  const facts = { name, kind, ...(rowCount === undefined ? {} : { rows: rowCount }) };
  if (fault !== undefined) return { ...facts, fault };
  const plain = { ...facts, columns: columns.map((column) => ({ ...column })) };
  if (!hasStatistics) return plain;
  try {
    const found = await statisticsOf(table, signal);
    return {
      ...facts,
      columns: found.columns,
      ...(found.isSample ? { statisticsOf: `the first ${found.rows} rows` } : {}),
    };
  } catch (error) {
    if (!ReadError.is(error)) throw error;
    return { ...plain, fault: error.message };
  }
}

/** Returns the tables and views of a database. */
export async function outlineData(source: Source, context: HandlerContext): Promise<Outline> {
  const dataset = await openDataset(source, context);
  try {
    if (!dataset.isDatabase) return { entries: [] };
    const entries = dataset.tables.map((table, at) => ({
      kind: "entry" as const,
      name: table.name,
      title: headLine(dataset, table),
      place: { unit: "section" as const, index: at + 1 },
    }));
    return { entries };
  } finally {
    dataset.close();
  }
}
