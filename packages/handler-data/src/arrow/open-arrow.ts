import { ReadError, type Source } from "@reader/core/handler";
import type { Field } from "@uwdata/flechette";
import type { Dataset, DataTable, RowRange } from "../table/dataset.ts";
import { type ByteSource, faultOf, type Faults, guardSource } from "../table/faults.ts";
import { converterOf, fieldType } from "./column-types.ts";
import { type ArrowEngine, loadArrow, type Table } from "./engine.ts";
import { type ArrowLayout, readLayout } from "./file-layout.ts";
import type { ArrowMessage } from "./messages.ts";
import { LargeBufferError } from "./unpack-buffer.ts";

/** Maximum size of a message, in bytes: all of it is loaded. Writers make batches of a few megabytes. */
const maxMessageBytes = 512 * 1024 * 1024;

/** Number of rows and bytes that are decoded together, if record batches are smaller. */
const rowsTogether = 20_000;
const bytesTogether = 16 * 1024 * 1024;

/** The signature of the first version of Feather, which is another format. */
const featherMagic = "FEA1";

interface Opened {
  readonly engine: ArrowEngine;
  readonly source: ByteSource;
  readonly faults: Faults;
  readonly layout: ArrowLayout;
}

/** Opens an Arrow file, a Feather file or an Arrow stream. Reads only headers, and then the batches of wanted rows. */
export async function openArrow(given: Source, signal: AbortSignal): Promise<Dataset> {
  const { path } = given;
  if (new TextDecoder("latin1").decode(await given.slice(0, 4)) === featherMagic) throw firstFeather(path);
  const engine = await loadArrow();
  const { source, faults } = guardSource(given);
  try {
    return datasetOf({ engine, source, faults, layout: await readLayout(source, signal) });
  } catch (error) {
    throw faultOf(error, faults);
  }
}

function datasetOf(opened: Opened): Dataset {
  const { layout } = opened;
  const { batches, isCut } = layout;
  const { fields, metadata } = opened.engine.tableFromIPC(layout.assemble([], [])).schema;
  const rowCount = batches.reduce((sum, { rows }) => sum + rows, 0);
  if (!Number.isSafeInteger(rowCount)) throw new RangeError("its batches have too many rows");
  const table: DataTable = {
    name: "table",
    kind: "table",
    columns: fields.map((field) => ({ name: field.name, type: fieldType(field) })),
    rowCount,
    rows: (range, chosen) => rowsOf(opened, fields, { range, chosen }),
  };
  const keys = [...(metadata?.keys() ?? [])].slice(0, 20);
  return {
    format: "Arrow",
    isDatabase: false,
    tables: [table],
    facts: { rows: rowCount, recordBatches: batches.length, ...(keys.length > 0 ? { metadata: keys } : {}) },
    remarks: isCut ? [`The file is cut off: its first ${rowCount} rows are complete, and the rest is missing.`] : [],
    close: () => undefined,
  };
}

interface Wish {
  readonly range: RowRange;
  readonly chosen: readonly number[];
}

async function* rowsOf(
  opened: Opened,
  fields: readonly Field[],
  { range, chosen }: Wish,
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const converters = chosen.map((at) => (fields[at] === undefined ? unconverted : converterOf(fields[at].type)));
  for (const group of groupsOf(opened.layout, range)) {
    try {
      const table = await decode(opened, group);
      const rows = rowsIn(table, {
        chosen,
        converters,
        first: range.first - group.first,
        last: range.last - group.first,
      });
      for (const batch of rows) if (batch.length > 0) yield batch;
    } catch (error) {
      throw faultOf(tooLarge(error, opened.faults.path), opened.faults);
    }
  }
}

/** Consecutive record batches; `first` is the number of their first row. */
interface Group {
  readonly first: number;
  readonly batches: readonly ArrowMessage[];
}

/** Returns the batches that have rows of a range, small ones together. */
function groupsOf({ batches, dictionaries, isStream }: ArrowLayout, { first, last }: RowRange): readonly Group[] {
  const groups: { first: number; batches: ArrowMessage[]; rows: number; bytes: number }[] = [];
  let start = 1;
  for (const batch of batches) {
    const { rows } = batch;
    const bytes = batch.end - batch.start;
    if (rows > 0 && start <= last && start + rows > first) {
      const group = groups.at(-1);
      const isSmall = group !== undefined && group.rows + rows <= rowsTogether && group.bytes + bytes <= bytesTogether;
      if (isSmall && !(isStream && isBetween(dictionaries, group.batches.at(-1), batch))) {
        group.batches.push(batch);
        group.rows += rows;
        group.bytes += bytes;
      } else groups.push({ first: start, batches: [batch], rows, bytes });
    }
    start += rows;
  }
  return groups;
}

function isBetween(
  dictionaries: readonly ArrowMessage[],
  before: ArrowMessage | undefined,
  after: ArrowMessage,
): boolean {
  return dictionaries.some(({ start }) => start > (before?.start ?? 0) && start < after.start);
}

/** Decodes record batches, with the dictionaries that precede them. */
async function decode({ engine, source, layout }: Opened, { batches }: Group): Promise<Table> {
  const dictionaries: Uint8Array[] = [];
  const messages: Uint8Array[] = [];
  for (const message of dictionariesOf(layout, batches)) dictionaries.push(await bytesOf(source, message));
  for (const message of batches) messages.push(await bytesOf(source, message));
  const table = engine.tableFromIPC(layout.assemble(dictionaries, messages), {
    useBigInt: true,
    useBigIntTimestamp: true,
    useDecimalInt: true,
  });
  for (const column of table.children) for (const batch of column.data) checkLists(batch);
  return table;
}

/**
 * Returns the dictionaries of record batches. Those of a file apply to all of it; those of a stream to the batches after
 * them, so batches with a dictionary between them are never decoded together.
 */
function dictionariesOf(
  { dictionaries, isStream }: ArrowLayout,
  batches: readonly ArrowMessage[],
): readonly ArrowMessage[] {
  const last = batches.at(-1)?.start ?? 0;
  return isStream ? dictionaries.filter(({ start }) => start < last) : dictionaries;
}

/** Loads a message into memory of its own, because values are views of it that must be aligned. */
async function bytesOf(source: ByteSource, { start, end }: ArrowMessage): Promise<Uint8Array> {
  if (end - start > maxMessageBytes) throw tooLargeBatch(source.path, end - start);
  return new Uint8Array(await source.slice(start, end));
}

interface WantedRows {
  readonly chosen: readonly number[];
  readonly converters: readonly ((value: unknown) => unknown)[];
  /** The first and last wanted row, from 0. */
  readonly first: number;
  readonly last: number;
}

/** Yields rows in batches. */
function* rowsIn(table: Table, { chosen, converters, first, last }: WantedRows): Generator<readonly unknown[][]> {
  const end = Math.min(table.numRows, last + 1);
  const readers = chosen.map((index, at) => {
    const column = table.getChildAt(index);
    const convert = converters[at] ?? unconverted;
    return (row: number): unknown => convert(column.at(row));
  });
  for (let start = Math.max(0, first); start < end; start += rowsTogether) {
    const rows: unknown[][] = [];
    for (let row = start; row < Math.min(end, start + rowsTogether); row += 1) {
      rows.push(readers.map((read) => read(row)));
    }
    yield rows;
  }
}

function unconverted(value: unknown): unknown {
  return value;
}

function tooLarge(error: unknown, path: string): unknown {
  return error instanceof LargeBufferError ? tooLargeBatch(path, error.bytes) : error;
}

function tooLargeBatch(path: string, actual: number): ReadError {
  return new ReadError("too-large", `A record batch of ${path} has ${actual} bytes.`, {
    hint: "Ask the user to write the table with smaller record batches.",
    details: { limit: { name: "maxMessageBytes", value: maxMessageBytes, actual } },
  });
}

function firstFeather(path: string): ReadError {
  return new ReadError("unsupported-type", `${path} is a Feather table of version 1, a format of its own.`, {
    hint: "Ask the user to write it again with `pyarrow.feather.write_feather`, which makes version 2.",
  });
}

/** What is checked of a batch of flechette: its length, and the lists in it. */
interface BatchShape {
  readonly length: number;
  readonly type: { readonly typeId: number; readonly stride?: number };
  readonly offsets?: ArrayLike<number | bigint>;
  readonly sizes?: ArrayLike<number | bigint>;
  readonly children?: readonly BatchShape[];
}

/** Types whose offsets point into a child: list, map and large list; with sizes: list views. */
const listTypes: ReadonlySet<number> = new Set([12, 17, 21]);
const viewTypes: ReadonlySet<number> = new Set([25, 26]);
const fixedListType = 16;

/**
 * Throws a `RangeError` if a list refers to more items than its child has. The engine would make them: a list of two
 * thousand million items is a few bytes.
 */
function checkLists(batch: BatchShape): void {
  const { children = [], type } = batch;
  const [items] = children;
  if (items !== undefined && !fits(batch, type, items.length)) throw new RangeError("a list is longer than its items");
  for (const child of children) checkLists(child);
}

function fits(batch: BatchShape, { typeId, stride = 0 }: BatchShape["type"], items: number): boolean {
  const { offsets, sizes, length } = batch;
  if (typeId === fixedListType) return length * stride <= items;
  if (offsets === undefined) return true;
  if (listTypes.has(typeId)) return areAscending(offsets, length, items);
  return !viewTypes.has(typeId) || sizes === undefined || areWithin(offsets, sizes, { length, items });
}

interface ViewSize {
  readonly length: number;
  readonly items: number;
}

function areWithin(
  offsets: ArrayLike<number | bigint>,
  sizes: ArrayLike<number | bigint>,
  { length, items }: ViewSize,
): boolean {
  for (let at = 0; at < length; at += 1) {
    const start = Number(offsets[at] ?? 0);
    const size = Number(sizes[at] ?? 0);
    if (start < 0 || size < 0 || start + size > items) return false;
  }
  return true;
}

function areAscending(offsets: ArrayLike<number | bigint>, length: number, items: number): boolean {
  let last = 0;
  for (let at = 0; at <= length && at < offsets.length; at += 1) {
    const offset = Number(offsets[at]);
    if (offset < last) return false;
    last = offset;
  }
  return last <= items;
}
