import { quoted, ReadError } from "@reader/core/handler";
import type { Database, Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import type { DataColumn, Dataset, DataTable, RowRange } from "../table/dataset.ts";
import { dropShared, sqliteFor } from "./engine.ts";
import { createRowReader, type Row, type RowReader } from "./row-reader.ts";

/** Number of steps of the virtual machine of SQLite for one query: a few seconds. */
const maxSteps = 20_000_000;

/** Steps between two looks at the number of steps. */
const stepsAtOnce = 100_000;

/** Maximum length of a value and of a statement in bytes, and limits on what a statement may contain. */
const limits = {
  SQLITE_LIMIT_LENGTH: 64 * 1024 * 1024,
  SQLITE_LIMIT_SQL_LENGTH: 1_000_000,
  SQLITE_LIMIT_EXPR_DEPTH: 200,
  SQLITE_LIMIT_COMPOUND_SELECT: 100,
  SQLITE_LIMIT_ATTACHED: 0,
  SQLITE_LIMIT_TRIGGER_DEPTH: 0,
} as const;

/** Maximum number of tables and views that are listed. */
const maxTables = 500;

/** An open database, and the steps that the running query may still take. */
interface Opened {
  readonly sqlite: Sqlite3Static;
  readonly database: Database;
  readonly readRow: RowReader;
  readonly path: string;
  steps: number;
}

/** Opens the bytes of a database. Nothing in them is written, and nothing else can be opened from there. */
export async function openSqlite(given: Uint8Array, path: string): Promise<Dataset> {
  refuseUtf16(given, path);
  const sqlite = await sqliteFor(given.length);
  const isLogged = given[18] === 2;
  const database = new sqlite.oo1.DB(":memory:");
  const opened: Opened = { sqlite, database, readRow: createRowReader(sqlite), path, steps: 0 };
  try {
    load(opened, isLogged ? withoutLog(given) : given);
    restrict(opened);
    const { tables, isCut } = tablesOf(opened);
    const remarks = [
      ...(isLogged ? [walRemark] : []),
      ...(isCut ? [`Only the first ${maxTables} tables and views are listed.`] : []),
    ];
    const facts = {
      tables: tables.filter(({ kind }) => kind === "table").length,
      views: tables.filter(({ kind }) => kind === "view").length,
    };
    return { format: "SQLite", isDatabase: true, tables, facts, remarks, close: () => opened.database.close() };
  } catch (error) {
    opened.database.close();
    throw faultOf(error, opened);
  }
}

/** Position of the last byte of the text encoding in the header of a database, which is 2 or 3 for UTF-16. */
const encodingAt = 59;

/** SQLite as WebAssembly is built without UTF-16, and would call such a database damaged. */
function refuseUtf16(bytes: Uint8Array, path: string): void {
  const encoding = bytes[encodingAt];
  if (encoding !== 2 && encoding !== 3) return;
  throw new ReadError("unsupported-type", `${path} is a SQLite database in UTF-16. Only UTF-8 is read.`, {
    hint: "Convert it: `sqlite3 OLD.db .dump | sqlite3 NEW.db`, then read NEW.db.",
  });
}

const walRemark =
  "The database uses a write-ahead log: changes that are only in the file with the same name and -wal are not shown.";

/** A database in memory has no log, so the header must not ask for one. */
function withoutLog(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}

function load({ sqlite, database }: Opened, bytes: Uint8Array): void {
  const { capi, wasm } = sqlite;
  const memory = wasm.allocFromTypedArray(bytes);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_READONLY;
  const { pointer } = database;
  if (pointer === undefined) return;
  database.checkRc(capi.sqlite3_deserialize(pointer, "main", memory, bytes.length, bytes.length, flags));
}

/** Pragmas that queries of this file and full-text tables need. */
const readPragmas: ReadonlySet<string> = new Set(["table_list", "table_xinfo", "data_version"]);

/** Denies everything but reading, and ends queries that take too many steps. */
function restrict(opened: Opened): void {
  const { sqlite, database } = opened;
  const { capi } = sqlite;
  database.exec(
    "PRAGMA trusted_schema=OFF; PRAGMA query_only=ON; PRAGMA cell_size_check=ON; PRAGMA hard_heap_limit=536870912;",
  );
  const { pointer } = database;
  if (pointer === undefined) return;
  for (const [name, value] of Object.entries(limits)) {
    capi.sqlite3_limit(pointer, capi[name as keyof typeof limits], value);
  }
  // Virtual tables prepare statements that change their own tables when they are opened; the database is read-only.
  const declares = [capi.SQLITE_INSERT, capi.SQLITE_UPDATE, capi.SQLITE_DELETE];
  const reading = [capi.SQLITE_SELECT, capi.SQLITE_READ, capi.SQLITE_FUNCTION, capi.SQLITE_RECURSIVE];
  const allowed = new Set<number>([...reading, ...declares]);
  const reads = (action: number, name: unknown): boolean =>
    allowed.has(action) || (action === capi.SQLITE_PRAGMA && readPragmas.has(String(name)));
  const authorize = (_: unknown, action: number, first: unknown): number =>
    reads(action, typeof first === "number" ? sqlite.wasm.cstrToJs(first) : first) ? capi.SQLITE_OK : capi.SQLITE_DENY;
  capi.sqlite3_set_authorizer(pointer, authorize, 0);
  const isOver = (): number => {
    opened.steps += stepsAtOnce;
    return opened.steps > maxSteps ? 1 : 0;
  };
  capi.sqlite3_progress_handler(pointer, stepsAtOnce, isOver, 0);
}

/** Runs a query and yields its rows. */
function* query(opened: Opened, sql: string): Generator<Row> {
  opened.steps = 0;
  const statement = opened.database.prepare(sql);
  const { pointer, columnCount } = statement;
  try {
    while (statement.step()) {
      yield opened.readRow(Number(pointer), columnCount);
      opened.steps = 0;
    }
  } finally {
    statement.finalize();
  }
}

interface Listed {
  readonly tables: readonly DataTable[];
  readonly isCut: boolean;
}

function tablesOf(opened: Opened): Listed {
  const sql = `SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, rowid LIMIT ${maxTables + 1}`;
  const shadows = shadowsOf(opened);
  const rows = [...query(opened, sql)].filter(([name]) => !shadows.has(name));
  const tables = rows
    .slice(0, maxTables)
    .map(([name, type, definition]) => tableOf(opened, { name, type, definition }));
  return { tables, isCut: rows.length > maxTables };
}

/** Returns the names of the tables in which virtual tables keep their content. */
function shadowsOf(opened: Opened): ReadonlySet<unknown> {
  try {
    const tables = [...query(opened, "PRAGMA table_list")];
    return new Set(tables.filter(([, , type]) => type === "shadow").map(([, name]) => name));
  } catch {
    // The list fails if a single table of the schema cannot be opened.
    return new Set();
  }
}

interface Entry {
  readonly name: unknown;
  readonly type: unknown;
  readonly definition: unknown;
}

function tableOf(opened: Opened, { name: written, type, definition }: Entry): DataTable {
  const name = String(written);
  const kind = type === "view" ? "view" : "table";
  const statement = kind === "view" && typeof definition === "string" ? { definition } : {};
  const base = { name, kind, ...statement } as const;
  try {
    const columns = columnsOf(opened, name);
    const count = kind === "table" ? { rowCount: countOf(opened, name) } : {};
    return { ...base, columns, ...count, rows: (range, chosen) => rowsOf(opened, { name, columns, chosen, range }) };
  } catch (error) {
    return { ...base, columns: [], fault: wordsOf(error), rows: () => failing(faultOf(error, opened, name)) };
  }
}

// eslint-disable-next-line require-yield -- A table that cannot be read has no rows.
async function* failing(error: unknown): AsyncGenerator<readonly Row[]> {
  throw error;
}

function countOf(opened: Opened, name: string): number {
  const [row] = query(opened, `SELECT count(*) FROM ${identifier(name)}`);
  return Number(row?.[0] ?? 0);
}

function columnsOf(opened: Opened, name: string): readonly DataColumn[] {
  const columns: DataColumn[] = [];
  for (const [, column, type, notNull, , key, hidden] of query(opened, `PRAGMA table_xinfo(${identifier(name)})`)) {
    if (hidden === 1) continue;
    const words = [
      typeof type === "string" && type.trim() !== "" ? type.trim() : "any",
      ...(hidden === 2 || hidden === 3 ? ["generated"] : []),
      ...(notNull === 1 ? ["not null"] : []),
      ...(Number(key) > 0 ? ["primary key"] : []),
    ];
    columns.push({ name: String(column), type: words.join(", ") });
  }
  return columns;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Number of rows that are passed on together. */
const batchRows = 200;

interface Wanted {
  readonly name: string;
  readonly columns: readonly DataColumn[];
  readonly chosen: readonly number[];
  readonly range: RowRange;
}

async function* rowsOf(opened: Opened, { name, columns, chosen, range }: Wanted): AsyncGenerator<readonly Row[]> {
  const names = chosen.map((at) => identifier(columns[at]?.name ?? "")).join(", ");
  const most = Number.isFinite(range.last) ? Math.max(0, range.last - range.first + 1) : -1;
  const sql = `SELECT ${names} FROM ${identifier(name)} LIMIT ${most} OFFSET ${range.first - 1}`;
  let batch: Row[] = [];
  try {
    for (const row of query(opened, sql)) {
      batch.push(row);
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (batch.length > 0) yield batch;
    throw faultOf(error, opened, name);
  }
  if (batch.length > 0) yield batch;
}

/** The code of an error of SQLite, without its extended part. */
function codeOf(error: unknown): number | undefined {
  const code: unknown =
    typeof error === "object" && error !== null && "resultCode" in error ? error.resultCode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** Returns why something cannot be read, in words. */
function wordsOf(error: unknown): string {
  if (ReadError.is(error)) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^SQLITE_\w+: sqlite3 result code \d+: /, "").slice(0, 200);
}

/** SQLite's codes for a query that was ended, a value that is too large, too little memory, and a file of another kind. */
const interrupted = 9;
const tooBig = 18;
const noMemory = 7;
const notADatabase = 26;

function faultOf(error: unknown, { path }: Opened, table?: string): unknown {
  const code = codeOf(error);
  if (ReadError.is(error) || code === undefined) return error;
  const what = table === undefined ? path : `${quoted(table)} in ${path}`;
  if (code === interrupted) {
    return new ReadError("too-large", `Reading ${what} takes more than ${maxSteps} steps of SQLite for one row.`, {
      hint: "Select a table in place of a view, or fewer columns.",
      details: { limit: { name: "maxSteps", value: maxSteps } },
    });
  }
  if (code === noMemory) dropShared();
  if (code === tooBig || code === noMemory) {
    const { SQLITE_LIMIT_LENGTH: value } = limits;
    return new ReadError("too-large", `A value of ${what} has more than ${value} bytes.`, {
      hint: "Select other columns.",
      details: { limit: { name: "maxValueBytes", value } },
    });
  }
  if (code === notADatabase) {
    return new ReadError("corrupt", `${path} is no SQLite database, or it is encrypted.`, {
      hint: "Ask the user for a copy that is not encrypted.",
    });
  }
  return new ReadError("corrupt", `${what} cannot be read: ${wordsOf(error)}.`, {
    hint: "Select another table, or ask the user for a sound copy.",
  });
}
