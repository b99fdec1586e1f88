import { ReadError, type Source } from "@reader/core/handler";
import type { Compressors, FileMetaData, SchemaElement, SchemaTree } from "hyparquet";
import type { DataColumn, Dataset, DataTable, RowRange } from "../table/dataset.ts";
import { damaged, faultOf, type Faults } from "../table/faults.ts";
import { asStored, meaningOf, type ReadValue } from "./column-values.ts";
import { loadParquet, type ParquetEngine } from "./engine.ts";
import { columnReader } from "./nested-values.ts";

/** Maximum number of rows of a row group: all of it is decoded at once. Writers use a million. */
const maxGroupRows = 20_000_000;

/** Maximum size of an unpacked page, in bytes. Writers use one megabyte. */
const maxPageBytes = 256 * 1024 * 1024;

/** Number of rows that are decoded at once, if the row group is larger. */
const batchRows = 20_000;

interface File {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

interface Opened {
  readonly engine: ParquetEngine;
  readonly file: File;
  readonly metadata: FileMetaData;
  readonly faults: Faults;
  readonly compressors: Compressors;
  /** Conversions of values that the library gives as they are stored, by column. */
  readonly readers: ReadonlyMap<string, ReadValue>;
}

/** Opens a Parquet file. Reads only its footer, and then the columns that are wanted. */
export async function openParquet(source: Source, maxInflatedBytes: number): Promise<Dataset> {
  const { path, size } = source;
  await refuseEncrypted(source);
  const engine = await loadParquet();
  const faults: Faults = { path, ofSource: new Set() };
  const file: File = {
    byteLength: size,
    slice: async (start, end = size) => {
      if (start < 0 || end > size || start > end) throw damaged(path, "it refers to bytes that it does not have");
      const bytes = await source.slice(start, end).catch((error: unknown) => {
        faults.ofSource.add(error);
        throw error;
      });
      return bytes.slice().buffer;
    },
  };
  try {
    const metadata = await engine.parquetMetadataAsync(file);
    const compressors = limited(engine.compressors, path, Math.min(maxPageBytes, maxInflatedBytes));
    const tree = engine.parquetSchema(metadata);
    const { schema, readers } = readAsStored(metadata, tree);
    const opened: Opened = { engine, file, metadata: { ...metadata, schema }, faults, compressors, readers };
    return datasetOf(opened, columnsOf(tree));
  } catch (error) {
    throw faultOf(error, faults);
  }
}

/** Lets the library give some values as they are stored, and returns the conversions of their columns. */
function readAsStored(
  { schema }: FileMetaData,
  { children }: SchemaTree,
): { readonly schema: SchemaElement[]; readonly readers: ReadonlyMap<string, ReadValue> } {
  const readers = new Map<string, ReadValue>();
  const stored = new Set<SchemaElement>();
  for (const child of children) {
    const reader = columnReader(child);
    if (reader === undefined) continue;
    readers.set(child.element.name, reader.read);
    for (const element of reader.stored) stored.add(element);
  }
  // An interval that is not converted, such as the key of a map, would make its whole column unreadable.
  const isStored = (element: SchemaElement): boolean => stored.has(element) || element.converted_type === "INTERVAL";
  return { schema: schema.map((element) => (isStored(element) ? asStored(element) : element)), readers };
}

function datasetOf(opened: Opened, columns: readonly DataColumn[]): Dataset {
  const { metadata, faults } = opened;
  const { path } = faults;
  const { row_groups: groups, created_by: program } = metadata;
  const rowCount = Number(metadata.num_rows);
  const counts = groups.map(({ num_rows: rows }) => Number(rows));
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total !== rowCount || counts.some((count) => count < 0)) throw damaged(path, "its footer contradicts itself");
  const most = Math.max(0, ...counts);
  if (most > maxGroupRows) throw tooManyRows(path, most);
  const table: DataTable = {
    name: "table",
    kind: "table",
    columns,
    rowCount,
    rows: (range, chosen) =>
      rowsOf(
        opened,
        range,
        chosen.map((at) => columns[at]?.name ?? ""),
      ),
  };
  return {
    format: "Parquet",
    isDatabase: false,
    tables: [table],
    facts: { rows: rowCount, rowGroups: groups.length, ...(program === undefined ? {} : { program }) },
    remarks: [],
    close: () => undefined,
  };
}

/** Describes the columns at the top of the schema. */
function columnsOf({ children }: SchemaTree): readonly DataColumn[] {
  return children.map((child) => ({ name: child.element.name, type: typeOf(child) }));
}

function typeOf(tree: SchemaTree): string {
  const { repetition_type: repetition } = tree.element;
  const words = [
    kindOf(tree),
    ...(repetition === "REQUIRED" ? ["not null"] : []),
    ...(repetition === "REPEATED" ? ["repeated"] : []),
  ];
  return words.join(", ");
}

/** Returns a type in words: `decimal(18, 2)`, `timestamp[us, UTC]`, `list of string`, `struct of a, b`. */
function kindOf(tree: SchemaTree): string {
  const { element, children } = tree;
  const meaning = meaningOf(element);
  const words = kinds[meaning ?? ""]?.(tree) ?? (meaning ?? element.type)?.toLowerCase();
  return words ?? `struct of ${children.map(({ element: { name } }) => name).join(", ")}`;
}

const kinds: Readonly<Record<string, (tree: SchemaTree) => string | undefined>> = {
  TIMESTAMP: ({ element }) => timeKind("timestamp", element),
  TIME: ({ element }) => timeKind("time", element),
  DECIMAL: ({ element: { precision, scale = 0 } }) =>
    precision === undefined ? undefined : `decimal(${precision}, ${scale})`,
  LIST: ({ children: [inner] }) => {
    const [item, ...others] = inner?.children ?? [];
    const shown = others.length > 0 ? inner : (item ?? inner);
    return shown === undefined ? undefined : `list of ${kindOf(shown)}`;
  },
};

function timeKind(name: string, { logical_type: logical }: SchemaElement): string | undefined {
  if (logical?.type !== "TIMESTAMP" && logical?.type !== "TIME") return undefined;
  const zone = logical.type === "TIMESTAMP" && logical.isAdjustedToUTC ? ", UTC" : "";
  return `${name}[${unitNames[logical.unit]}${zone}]`;
}

const unitNames = { MILLIS: "ms", MICROS: "us", NANOS: "ns" } as const;

async function* rowsOf(
  { engine, file, metadata, faults, compressors, readers }: Opened,
  { first, last }: RowRange,
  columns: readonly string[],
): AsyncGenerator<readonly (readonly unknown[])[]> {
  const end = Math.min(last, Number(metadata.num_rows));
  const converted = columns.flatMap((name, at) => {
    const read = readers.get(name);
    return read === undefined ? [] : [{ at, read }];
  });
  for (let start = first - 1; start < end; start += batchRows) {
    let rows: readonly (readonly unknown[])[] = [];
    const rowEnd = Math.min(end, start + batchRows);
    try {
      await engine.parquetRead({
        file,
        metadata,
        compressors,
        columns: [...columns],
        rowStart: start,
        rowEnd,
        useOffsetIndex: true,
        onComplete: (found: readonly (readonly unknown[])[]) => void (rows = found),
      });
      if (converted.length > 0) rows = rows.map((row) => withConverted(row, converted));
    } catch (error) {
      throw faultOf(error, faults);
    }
    if (rows.length > 0) yield rows;
  }
}

function withConverted(
  row: readonly unknown[],
  converted: readonly { readonly at: number; readonly read: ReadValue }[],
): readonly unknown[] {
  const values = [...row];
  for (const { at, read } of converted) values[at] = read(values[at]);
  return values;
}

/** Refuses pages that unpack to more than the limit before memory is taken for them. */
function limited(compressors: Compressors, path: string, maxBytes: number): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([name, unpack]) => [
      name,
      (input: Uint8Array, length: number): Uint8Array => {
        if (length > maxBytes) throw tooLargePage(path, length, maxBytes);
        return unpack(input, length);
      },
    ]),
  );
}

async function refuseEncrypted(source: Source): Promise<void> {
  const start = new TextDecoder("latin1").decode(await source.slice(0, 4));
  if (start !== "PARE") return;
  throw new ReadError("encrypted", `${source.path} is encrypted (Parquet modular encryption).`, {
    hint: "Ask the user for a copy that is not encrypted: the key is not a password.",
  });
}

function tooLargePage(path: string, actual: number, value: number): ReadError {
  return new ReadError("too-large", `A page of ${path} unpacks to ${actual} bytes.`, {
    hint: "Select other columns.",
    details: { limit: { name: "maxPageBytes", value, actual } },
  });
}

function tooManyRows(path: string, actual: number): ReadError {
  return new ReadError("too-large", `A row group of ${path} has ${actual} rows.`, {
    hint: "Ask the user to write the table with smaller row groups.",
    details: { limit: { name: "maxGroupRows", value: maxGroupRows, actual } },
  });
}
