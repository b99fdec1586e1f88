import {
  type HandlerContext,
  type HandlerEvent,
  notice,
  type Notice,
  ReadError,
  type Source,
  text,
} from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { openTable, type Table } from "./open-table.ts";
import { type ColumnNames, parseSelection, type RowRange, type Selection } from "./parse-selection.ts";
import { readRows } from "./read-rows.ts";
import { findStarts, type RecordMachine, state } from "./records/record-machine.ts";
import { countRecords, maxScanBytes, type RecordScan, takeScan } from "./records/record-scan.ts";
import {
  type Mark,
  type Walk,
  walkRecords,
  type TableBytes,
  createRowIndex,
  type RowIndex,
} from "./records/record-walk.ts";
import { createRowNotices, type RowNotices } from "./row-notices.ts";
import { csvLines, headLines, rowLines } from "./table-lines.ts";

/** Returns the cached index of a table, or a new one. */
export type IndexOf = (source: Source, table: Table) => RowIndex;

/** Yields the requested rows and columns as a Markdown table with row numbers, or as CSV. */
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

/** Returns the columns. Records may have more fields than the header. */
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

/** Approximate number of characters of one event. The core counts, clips and caches by event. */
const rowsAtOnce = 500;

async function* rangeLines(reading: Reading, range: RowRange, notices: RowNotices): AsyncGenerator<Lines, void> {
  const { table, selection, context } = reading;
  const linesOf = context.tables === "csv" ? csvLines : rowLines;
  const from = await locateRow(placesOf(reading), range.first);
  if (from === undefined) throw beyondEnd(reading, range.first);
  for await (const batch of readRows(table, { from, last: range.last }, context.signal)) {
    const rows = batch.rows.filter(({ row }) => row !== table.headerRow);
    let said = notices.of(batch);
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const lines = linesOf(rows.slice(at, at + rowsAtOnce), selection.columns);
      yield { lines, said };
      said = [];
    }
  }
}

/** Resolves negative rows, for which all rows must be counted. */
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
  return { bytes: table.bytes, machine: table.machine, index, pause: createYielder(context.signal) };
}

function headOf({ table, selection, context }: Reading): string {
  if (context.tables === "csv")
    return table.headerRow === undefined ? "" : csvLines([{ fields: table.names }], selection.columns);
  const width = Math.max(table.width, table.names.length);
  const all = Array.from({ length: width }, (_, at) => at + 1);
  return headLines(table.names, selection.columns ?? all);
}

function encodingNotices({ decoder }: Table): readonly Notice[] {
  const { encoding, confidence } = decoder;
  return confidence < 1 ? [{ type: "notice", code: "encoding-guessed", encoding, confidence }] : [];
}

/** Returns the events of a table without rows. */
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

/** The table to search, and how. */
interface RowPlaces {
  readonly bytes: TableBytes;
  readonly machine: RecordMachine;
  readonly index: RowIndex;
  /** Awaited between chunks; throws if the search is cancelled. */
  readonly pause: () => Promise<void>;
}

/**
 * Finds the mark at the start of a row, from 1. Returns `undefined` if the table has fewer rows; `index.total` is then
 * known.
 */
async function locateRow(places: RowPlaces, row: number): Promise<Mark | undefined> {
  const { index, machine } = places;
  if (index.total !== undefined && row > index.total) return undefined;
  const from = index.nearest(row);
  for await (const { bytes, before, after } of countingWalk(places, from)) {
    if (after.rows < row) {
      index.add(after);
      continue;
    }
    const { starts } = findStarts(machine, bytes, before.state);
    const start = starts[row - before.rows - 1] ?? 0;
    return { byte: before.byte + start, rows: row - 1, state: state.recordStart, lastQuote: -1 };
  }
  return undefined;
}

/** Counts the rows of a table. */
async function countRows(places: RowPlaces): Promise<number> {
  const { index } = places;
  if (index.total !== undefined) return index.total;
  for await (const { after } of countingWalk(places, index.nearest(Number.POSITIVE_INFINITY))) index.add(after);
  return index.total ?? 0;
}

/** Walks the records and only counts them. Stores the total in the index at the end of the table. */
async function* countingWalk({ bytes, machine, index, pause }: RowPlaces, from: Mark): ReturnType<typeof walkRecords> {
  const ahead = createReadAhead(bytes);
  const walk: Walk = {
    bytes: ahead.bytes,
    machine,
    stepBytes: () => maxScanBytes,
    measure: (piece, at) => countRecords(machine, piece, at),
  };
  let { rows } = from;
  try {
    for await (const step of walkRecords(walk, from)) {
      await pause();
      ({ rows } = step.after);
      yield step;
    }
    index.total = rows;
  } finally {
    await ahead.close();
  }
}

/** Reads a table in order and fetches the next chunk while the current one is processed. */
interface ReadAhead {
  /** A chunk stays valid until the next but one is requested. */
  readonly bytes: TableBytes;
  /** Releases the memory of the chunks. */
  close(): Promise<void>;
}

interface Fetched {
  readonly start: number;
  readonly end: number;
  readonly piece: Promise<Uint8Array>;
}

/** Reads a table in chunks, directly into the memory of a scan if possible. */
function createReadAhead({ size, read, readInto }: TableBytes): ReadAhead {
  const scan = readInto === undefined ? undefined : takeScan();
  const readPiece = readInto === undefined || scan === undefined ? read : readIntoLanes(readInto, scan, size);
  let next: Fetched | undefined;
  const fetch = (start: number, end: number): void => {
    const piece = readPiece(start, end);
    // The error is reported when the chunk is awaited, which may never happen.
    piece.catch(() => undefined);
    next = { start, end, piece };
  };
  /** The memory is not released while a read still writes to it. */
  const settle = async (): Promise<void> => {
    await next?.piece.catch(() => undefined);
    next = undefined;
  };
  return {
    bytes: {
      size,
      async read(start, end) {
        const fetched = next?.start === start && next.end === end ? next.piece : undefined;
        if (fetched === undefined) await settle();
        const piece = await (fetched ?? readPiece(start, end));
        next = undefined;
        if (start + piece.length === end && end < size) fetch(end, end + (end - start));
        return piece;
      },
    },
    async close() {
      await settle();
      scan?.release();
    },
  };
}

/** Reads chunks alternately into two lanes of memory. */
function readIntoLanes(
  readInto: (target: Uint8Array, start: number) => Promise<number>,
  { lanes }: RecordScan,
  size: number,
): TableBytes["read"] {
  let turn = 0;
  return async (start, end) => {
    turn += 1;
    const lane = lanes[turn % 2 === 0 ? 0 : 1];
    const target = lane.subarray(0, Math.max(0, Math.min(end, size) - start));
    return target.subarray(0, await readInto(target, start));
  };
}

/** Maximum number of cached indexes; each is less than a megabyte. */
const maxIndexes = 8;

/** Caches the indexes of the most recent tables, as long as their files are unchanged. */
export function createIndexCache(): IndexOf {
  const kept = new Map<string, RowIndex>();
  return (source, table) => {
    const key = keyOf(source, table);
    const index = (key === undefined ? undefined : kept.get(key)) ?? createRowIndex(table.first);
    if (key === undefined) return index;
    kept.delete(key);
    kept.set(key, index);
    const [oldest] = kept.keys();
    if (kept.size > maxIndexes && oldest !== undefined) kept.delete(oldest);
    return index;
  };
}

/** Row positions depend on the dialect, which follows from the bytes, and on the requested encoding. */
function keyOf({ identity, size, sniff }: Source, { dialect }: Table): string | undefined {
  if (identity === undefined) return undefined;
  return JSON.stringify([identity, size, sniff.text?.encoding, dialect]);
}
