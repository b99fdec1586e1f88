import { quoted, ReadError } from "@reader/core/handler";
import { createYielder } from "@reader/core/internal";
import { type ArrowEngine, loadArrow } from "../arrow/engine.ts";
import type { DataColumn, Dataset, DataTable, RowRange } from "../table/dataset.ts";
import { damaged } from "../table/faults.ts";
import { exactDecimal } from "../table/exact-decimal.ts";
import { shortestFloat } from "../table/stored-values.ts";
import { type DuckDb, type DuckDbConnection, readOnly, returnDuckDb, takeDuckDb } from "./engine.ts";

/** Settings of every database. The last one forbids to change any of them. */
const settings = [
  "temp_directory = ''",
  "enable_external_access = false",
  "autoinstall_known_extensions = false",
  "autoload_known_extensions = false",
  "allow_community_extensions = false",
  "max_expression_depth = 250",
  "lock_configuration = true",
] as const;

/** Memory that DuckDB may have for a small database, in megabytes. */
const minMemory = 128;

/** Memory that it may have for each byte of a large one: a row of a wide table needs a block of each of its columns. */
const memoryShare = 1.5;

function memorySetting(bytes: number): string {
  return `memory_limit = '${Math.max(minMemory, Math.ceil((bytes * memoryShare) / 1_000_000))}MB'`;
}

/**
 * Number of turns of DuckDB for one query until its first rows: of what is selected, and of a view among all tables. A
 * turn takes about a tenth of a second.
 */
const maxTurns = { selected: 50, listed: 10 };

/** Maximum number of tables and views that are listed. */
const maxTables = 500;

/** The headers of a database: three blocks. DuckDB waits for ever for the rest of a shorter file. */
const headerBytes = 3 * 4096;

/** The name under which DuckDB knows the bytes. */
const fileName = "database.duckdb";

/** An open database. */
interface Opened {
  readonly instance: DuckDb;
  readonly connection: DuckDbConnection;
  readonly arrow: ArrowEngine;
  readonly path: string;
  readonly pause: () => Promise<void>;
  /** True if a fault may have damaged the instance. */
  isBroken: boolean;
}

/** Opens the bytes of a database. Nothing in them is written, and nothing else can be opened from there. */
export async function openDuckDb(bytes: Uint8Array, path: string, signal: AbortSignal): Promise<Dataset> {
  if (bytes.length < headerBytes) throw damaged(path, "it ends in its headers");
  const [instance, arrow] = await Promise.all([takeDuckDb(), loadArrow()]);
  const connection = connect(instance, bytes, path);
  const opened: Opened = { instance, connection, arrow, path, pause: createYielder(signal), isBroken: false };
  const close = (): void => {
    if (opened.isBroken) return;
    connection.close();
    returnDuckDb(instance, bytes.length);
  };
  try {
    const all = await tablesOf(opened);
    const tables = all.slice(0, maxTables);
    const facts = {
      storageVersion: storageVersionOf(bytes),
      tables: tables.filter(({ kind }) => kind === "table").length,
      views: tables.filter(({ kind }) => kind === "view").length,
    };
    const remarks = all.length > maxTables ? [`Only the first ${maxTables} tables and views are listed.`] : [];
    return { format: "DuckDB", isDatabase: true, tables, facts, remarks, close };
  } catch (error) {
    const fault = faultOf(error, opened);
    close();
    throw fault;
  }
}

/** The version of the format is after the checksum of the first block and the signature. */
function storageVersionOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(12, true);
}

function connect(instance: DuckDb, bytes: Uint8Array, path: string): DuckDbConnection {
  try {
    instance.registerFileBuffer(fileName, bytes);
    instance.open({ path: fileName, accessMode: readOnly });
    const connection = instance.connect();
    for (const setting of [memorySetting(bytes.length), ...settings]) connection.query(`SET ${setting}`);
    return connection;
  } catch (error) {
    if (!isTrap(error)) returnDuckDb(instance, bytes.length);
    throw openFault(error, path);
  }
}

type Row = readonly unknown[];

/** Runs a query and yields its rows in batches. */
async function* query(opened: Opened, sql: string, turns = maxTurns.selected): AsyncGenerator<readonly Row[]> {
  const { instance, connection, arrow, pause } = opened;
  const pointer = connection.useUnsafe((_, number) => number);
  let isDone = false;
  try {
    const schema = await schemaOf(opened, { pointer, sql, turns });
    for (;;) {
      const batch = instance.fetchQueryResults(pointer);
      if (batch === null || batch.length === 0) break;
      yield rowsIn(arrow, schema, batch);
      await pause();
    }
    isDone = true;
  } catch (error) {
    opened.isBroken ||= isTrap(error);
    throw error;
  } finally {
    if (!isDone && !opened.isBroken) instance.cancelPendingQuery(pointer);
  }
}

/** Runs a query until its first rows, and returns the schema of its result. */
async function schemaOf({ instance, pause }: Opened, { pointer, sql, turns }: StartedQuery): Promise<Uint8Array> {
  let schema = instance.startPendingQuery(pointer, sql, true) ?? undefined;
  for (let turn = 0; schema === undefined; turn += 1) {
    if (turn >= turns) throw new EndlessQuery(turns);
    await pause();
    schema = instance.pollPendingQuery(pointer) ?? undefined;
  }
  return schema;
}

interface StartedQuery {
  readonly pointer: number;
  readonly sql: string;
  /** Maximum number of turns until the first rows. */
  readonly turns: number;
}

/** A query that had no row after the maximum number of turns. */
class EndlessQuery extends Error {
  readonly turns: number;

  constructor(turns: number) {
    super("a query has no rows in time");
    this.turns = turns;
  }
}

function rowsIn({ tableFromIPC }: ArrowEngine, schema: Uint8Array, batch: Uint8Array): readonly Row[] {
  const bytes = new Uint8Array(schema.length + batch.length);
  bytes.set(schema);
  bytes.set(batch, schema.length);
  const table = tableFromIPC(bytes);
  const columns = Array.from({ length: table.numCols }, (_, at) => table.getChildAt(at));
  return Array.from({ length: table.numRows }, (_, at) => columns.map((column) => column.at(at) as unknown));
}

const listedTables = `
  SELECT schema_name, table_name, 'table' AS kind, NULL AS definition, schema_name <> 'main' AS is_other, table_oid AS oid FROM duckdb_tables()
    WHERE NOT internal AND database_name = current_database()
  UNION ALL SELECT schema_name, view_name, 'view', sql, schema_name <> 'main', view_oid FROM duckdb_views()
    WHERE NOT internal AND database_name = current_database()
  ORDER BY kind, is_other, oid LIMIT ${maxTables + 1}`;

const listedColumns = `
  SELECT c.schema_name, c.table_name, c.column_name, c.data_type, c.is_nullable, EXISTS (
    SELECT 1 FROM duckdb_constraints() k WHERE k.schema_name = c.schema_name AND k.table_name = c.table_name
      AND k.constraint_type = 'PRIMARY KEY' AND list_contains(k.constraint_column_names, c.column_name)) AS is_key
  FROM duckdb_columns() c WHERE NOT c.internal AND c.database_name = current_database()
  ORDER BY c.table_oid, c.column_index`;

async function allRows(opened: Opened, sql: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const batch of query(opened, sql)) for (const row of batch) rows.push(row);
  return rows;
}

async function tablesOf(opened: Opened): Promise<readonly DataTable[]> {
  const columns = new Map<string, ListedColumn[]>();
  for (const [schema, table, name, type, isNullable, isKey] of await allRows(opened, listedColumns)) {
    const key = JSON.stringify([schema, table]);
    const words = [type, ...(isNullable === false ? ["not null"] : []), ...(isKey === true ? ["primary key"] : [])];
    const column = { name: String(name), type: words.join(", "), plainType: String(type) };
    columns.set(key, [...(columns.get(key) ?? []), column]);
  }
  const listed = (await allRows(opened, listedTables)).map(([schema, name, kind, definition]) => ({
    schema: String(schema),
    name: String(name),
    columns: columns.get(JSON.stringify([schema, name])) ?? [],
    definition: kind === "view" ? String(definition) : undefined,
  }));
  const nameOf = namesOf(listed);
  const tables: DataTable[] = [];
  for (const entry of listed) tables.push(await tableOf(opened, entry, nameOf(entry)));
  return tables;
}

interface ListedColumn extends DataColumn {
  /** The type without the constraints of the column. */
  readonly plainType: string;
}

interface Listed {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly ListedColumn[];
  /** The statement of a view. */
  readonly definition: string | undefined;
}

/**
 * Returns the names of tables: with their schema, unless it is the main one and no other table has that name. Where dots
 * in names make two of them alike, names with dots are quoted: `"a.b".c` and `a."b.c"`.
 */
function namesOf(listed: readonly Listed[]): (table: Listed) => string {
  const claims = new Map<string, number>();
  for (const name of listed.flatMap(possibleNames)) claims.set(name, (claims.get(name) ?? 0) + 1);
  return (table) => possibleNames(table).find((name) => claims.get(name) === 1) ?? quotedName(table);
}

function possibleNames(table: Listed): readonly string[] {
  const { schema, name } = table;
  return [...new Set([...(schema === "main" ? [name] : []), `${schema}.${name}`, quotedName(table)])];
}

function quotedName({ schema, name }: Listed): string {
  return [schema, name].map((part) => (/^\w+$/u.test(part) ? part : identifier(part))).join(".");
}

async function tableOf(opened: Opened, listed: Listed, name: string): Promise<DataTable> {
  const { columns, definition } = listed;
  const base = {
    name,
    columns: columns.map((column) => ({ name: column.name, type: column.type })),
    rows: (range: RowRange, chosen: readonly number[]) => rowsOf(opened, name, { listed, range, chosen }),
  };
  if (definition !== undefined) {
    const firstRows = (range: RowRange, chosen: readonly number[]) =>
      rowsOf(opened, name, { listed, range, chosen, turns: maxTurns.listed });
    return { ...base, kind: "view", definition, firstRows };
  }
  try {
    const [row] = await allRows(opened, `SELECT count(*) FROM ${address(listed)}`);
    return { ...base, kind: "table", rowCount: Number(row?.[0] ?? 0) };
  } catch (error) {
    if (opened.isBroken) throw error;
    return { ...base, kind: "table", fault: wordsOf(error) };
  }
}

function address({ schema, name }: Pick<Listed, "schema" | "name">): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface Wanted {
  readonly listed: Listed;
  readonly range: RowRange;
  readonly chosen: readonly number[];
  /** Default: those of what is selected. */
  readonly turns?: number;
}

async function* rowsOf(
  opened: Opened,
  name: string,
  { listed, range, chosen, turns }: Wanted,
): AsyncGenerator<readonly Row[]> {
  const columns = chosen.flatMap((at) => listed.columns[at] ?? []);
  const limit = Number.isFinite(range.last) ? `LIMIT ${Math.max(0, range.last - range.first + 1)}` : "";
  const sql = `SELECT ${columns.map(expressionOf).join(", ")} FROM ${address(listed)} ${limit} OFFSET ${range.first - 1}`;
  try {
    for await (const batch of query(opened, sql, turns)) {
      yield batch.map((row) => row.map((value, at) => valueOf(value, columns[at]?.plainType ?? "")));
    }
  } catch (error) {
    throw faultOf(error, opened, name);
  }
}

/** Types whose values Arrow gives as they are; others are shown in the words of DuckDB. */
const plainTypes = /^(?:BOOLEAN|U?(?:TINY|SMALL)INT|U?INTEGER|FLOAT|DOUBLE|VARCHAR|BLOB)$/;
/** Numbers with more digits than a number of JavaScript may have. */
const exactTypes = /^(?:DECIMAL\(\d+,\d+\)|U?(?:BIG|HUGE)INT)$/;

function expressionOf({ name, plainType }: ListedColumn): string {
  return plainTypes.test(plainType) ? identifier(name) : `CAST(${identifier(name)} AS VARCHAR)`;
}

function valueOf(value: unknown, type: string): unknown {
  if (typeof value === "number" && type === "FLOAT") return shortestFloat(value);
  if (typeof value !== "string" || !exactTypes.test(type)) return value;
  const [, fraction = ""] = value.split(".");
  return exactDecimal(BigInt(value.replace(".", "")), fraction.length);
}

/** True for a fault of the program itself, after which its memory cannot be trusted. */
function isTrap(error: unknown): boolean {
  return error instanceof Error && (error.name === "RuntimeError" || error.name === "RangeError");
}

/** Checksums in a message of DuckDB. Of a file that was cut off, they are whatever was in memory behind its end. */
const checksums = /computed checksum \d+ does not match stored checksum \d+/;

/** Returns why something cannot be read: the first line of the message of DuckDB. */
function wordsOf(error: unknown): string {
  if (ReadError.is(error)) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  const [, inner] = /"exception_message":("(?:[^"\\]|\\.)*")/.exec(message) ?? [];
  const words = inner === undefined ? message : String(JSON.parse(inner));
  const [line = ""] = words.split("\n");
  return line.replace(checksums, "the checksum does not match").replace(/\.$/, "").slice(0, 200);
}

/** The versions of the storage format that DuckDB 1.4, which is in the package, reads: those of DuckDB 0.9 to 1.4. */
const readVersions = "64 to 67";

function openFault(error: unknown, path: string): unknown {
  const words = wordsOf(error);
  const [, version] = /version number (\d+)/.exec(words) ?? [];
  if (version !== undefined) {
    return new ReadError(
      "unsupported-type",
      `${path} has version ${version} of DuckDB's storage format; ${readVersions} are read.`,
      {
        hint: "Ask the user to export its tables as Parquet with the DuckDB that wrote it: `EXPORT DATABASE 'tables' (FORMAT parquet)`.",
        cause: error,
      },
    );
  }
  if (/encrypt/i.test(words)) {
    return new ReadError("encrypted", `${path} is an encrypted DuckDB database.`, {
      hint: "Ask the user for a copy that is not encrypted.",
      cause: error,
    });
  }
  return new ReadError("corrupt", `${path} cannot be opened by DuckDB: ${words}.`, {
    hint: "Ask the user for a sound copy.",
    cause: error,
  });
}

function faultOf(error: unknown, { path }: Pick<Opened, "path">, table?: string): unknown {
  if (ReadError.is(error) || (error instanceof Error && error.name === "AbortError")) return error;
  const what = table === undefined ? path : `${quoted(table)} in ${path}`;
  if (error instanceof EndlessQuery) {
    const { turns } = error;
    const more = turns < maxTurns.selected ? "; select it to give it more time" : "";
    return new ReadError("too-large", `Reading ${what} takes more than ${turns} turns of DuckDB${more}.`, {
      hint: "Select a table in place of a view.",
      details: { limit: { name: "maxTurns", value: turns } },
    });
  }
  const words = wordsOf(error);
  if (/^Out of Memory/i.test(words)) {
    return new ReadError("too-large", `Reading ${what} takes more memory than DuckDB may have.`, {
      hint: "Select other columns, or a table in place of a view.",
      cause: error,
    });
  }
  return new ReadError("corrupt", `${what} cannot be read: ${words}.`, {
    hint: "Select another table, or ask the user for a sound copy.",
    cause: error,
  });
}
