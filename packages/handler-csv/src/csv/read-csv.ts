import {
  createBreather,
  notice,
  ReadError,
  text,
  type HandlerContext,
  type HandlerEvent,
  type Notice,
  type Source,
} from "@reader/core/handler";
import { countRows, locateRow, type RowPlaces } from "./locate-row.ts";
import { openTable, type Table } from "./open-table.ts";
import { parseSelection, type ColumnNames, type RowRange, type Selection } from "./parse-selection.ts";
import { readRows } from "./read-rows.ts";
import { createRowNotices, type RowNotices } from "./row-notices.ts";
import { createRowIndex, type RowIndex } from "./row-index.ts";
import { headLines, rowLines } from "./table-lines.ts";

/** Finds the index of a table that was read before, or keeps a new one. */
export type IndexOf = (source: Source, table: Table) => RowIndex;

/** Yields the rows and columns of a table that were asked for, as a Markdown table with the numbers of the rows. */
export async function* readCsv(
  source: Source,
  context: HandlerContext,
  indexOf: IndexOf = (_, table) => createRowIndex(table.first),
): AsyncGenerator<HandlerEvent> {
  context.signal.throwIfAborted();
  if (context.pages !== undefined) throw withoutPages(source.path);
  const table = await openTable(source);
  const selection = context.select === undefined ? {} : parseSelection(context.select, columnsOf(source, table));
  const reading: Reading = { path: source.path, table, selection, index: indexOf(source, table), context };
  const notices = createRowNotices(table);
  const ranges = await settledRanges(reading);
  let isStarted = false;
  for (const range of ranges) {
    for await (const { lines, said } of rangeLines(reading, range, notices)) {
      if (!isStarted) yield* encodingNotices(table);
      yield* said;
      yield text(isStarted ? lines : headOf(reading) + lines);
      isStarted = true;
    }
  }
  if (!isStarted) yield* emptyTable(reading);
}

/** Records may have more fields than the header. */
function columnsOf({ path }: Source, { names, width, records }: Table): ColumnNames {
  return { path, names, width: records.reduce((most, { fields }) => Math.max(most, fields.length), width) };
}

function withoutPages(path: string): ReadError {
  return new ReadError("invalid-request", `${path} is a table of values and has no pages.`, {
    hint: 'Ask for rows and columns with `select`, such as "100:200" or "A:C".',
    details: { issues: [{ field: "pages", problem: "a table of values has none" }] },
  });
}

interface Reading {
  readonly path: string;
  readonly table: Table;
  readonly selection: Selection;
  readonly index: RowIndex;
  readonly context: HandlerContext;
}

interface Lines {
  readonly lines: string;
  readonly said: readonly Notice[];
}

/** Characters of one event, about: the core counts, cuts and keeps by events. */
const rowsAtOnce = 500;

async function* rangeLines(reading: Reading, range: RowRange, notices: RowNotices): AsyncGenerator<Lines, void> {
  const { table, selection, context } = reading;
  const from = await locateRow(placesOf(reading), range.first);
  if (from === undefined) throw beyondEnd(reading, range.first);
  for await (const batch of readRows(table, { from, last: range.last }, context.signal)) {
    const rows = batch.rows.filter(({ row }) => row !== table.headerRow);
    let said = notices.of(batch);
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      yield { lines: rowLines(rows.slice(at, at + rowsAtOnce), selection.columns), said };
      said = [];
    }
  }
}

/** Negative rows are counted from the end, for which all of them must be counted. */
async function settledRanges(reading: Reading): Promise<readonly RowRange[]> {
  const { table, selection } = reading;
  const ranges = selection.rows ?? [{ first: table.firstRow, last: Number.POSITIVE_INFINITY }];
  const isFromEnd = ranges.some(({ first, last }) => first < 0 || last < 0);
  const total = isFromEnd ? await countRows(placesOf(reading)) : 0;
  const settle = (row: number, least: number): number => (row < 0 ? Math.max(least, total + row + 1) : row);
  return ranges.map(({ first, last }) => orderedRange(settle(first, 1), settle(last, 0), reading));
}

function orderedRange(first: number, last: number, { path }: Reading): RowRange {
  if (first <= last) return { first, last };
  throw new ReadError("invalid-request", `${path}: rows ${first} to ${last} run backwards.`, {
    hint: `Ask for \`select\` "${last}:${first}".`,
    details: { issues: [{ field: "select", problem: "the last row comes before the first" }] },
  });
}

function placesOf({ table, index, context }: Reading): RowPlaces {
  return { bytes: table.bytes, machine: table.machine, index, pause: createBreather(context.signal) };
}

function headOf({ table, selection }: Reading): string {
  const width = Math.max(table.width, table.names.length);
  const all = Array.from({ length: width }, (_, at) => at + 1);
  return headLines(table.names, selection.columns ?? all);
}

function encodingNotices({ decoder }: Table): readonly Notice[] {
  const { encoding, confidence } = decoder;
  return confidence < 1 ? [{ type: "notice", code: "encoding-guessed", encoding, confidence }] : [];
}

/** A table with nothing but a header, or with nothing. */
function emptyTable(reading: Reading): readonly HandlerEvent[] {
  const { table } = reading;
  if (table.headerRow === undefined && table.names.length === 0 && table.records.length === 0) {
    return [{ type: "notice", code: "empty-file" }];
  }
  return [text(headOf(reading)), notice("There are no rows of values.")];
}

function beyondEnd({ path, index, table }: Reading, row: number): ReadError {
  const total = index.total ?? 0;
  const what = total === 1 ? "1 row" : `${total} rows`;
  const hint =
    total === 0
      ? "The table is empty."
      : `Ask for rows from ${Math.min(table.firstRow, total)} to ${total}, or "-20:" for the last ones.`;
  return new ReadError("out-of-range", `${path} has ${what}; row ${row} is beyond its end.`, {
    hint,
    details: { total, unit: "row" },
  });
}
