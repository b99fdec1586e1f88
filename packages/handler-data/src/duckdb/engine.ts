import { fileURLToPath } from "node:url";
import { ReadError } from "@reader/core/handler";

/** An instance of DuckDB as WebAssembly, by the names of `@duckdb/duckdb-wasm`. All calls are synchronous. */
export interface DuckDb {
  registerFileBuffer(name: string, bytes: Uint8Array): void;
  open(config: { readonly path: string; readonly accessMode: number }): void;
  connect(): DuckDbConnection;
  /** Starts a query. Returns the schema of its result, or `null` if it needs more time: then poll. */
  startPendingQuery(connection: number, sql: string, allowStreamResult: boolean): Uint8Array | null;
  pollPendingQuery(connection: number): Uint8Array | null | undefined;
  cancelPendingQuery(connection: number): boolean;
  /** Returns the next rows of a result; empty at its end. */
  fetchQueryResults(connection: number): Uint8Array | null;
  /** Closes the database and forgets its bytes. */
  reset(): void;
}

/** A connection to an open database. */
export interface DuckDbConnection {
  /** Calls back with the number that the functions for pending queries need. */
  useUnsafe<Value>(callback: (bindings: unknown, pointer: number) => Value): Value;
  query(sql: string): unknown;
  close(): void;
}

/** The number of the access mode that only reads. */
export const readOnly = 2;

/** Databases up to this size may use an instance again. The memory of an instance never shrinks. */
const maxReusedBytes = 8 * 1024 * 1024;

const idle: DuckDb[] = [];

/**
 * Takes an instance that no other database uses: starting one takes about a second. Throws `unsupported-type` if the
 * package is not installed.
 */
export async function takeDuckDb(): Promise<DuckDb> {
  return idle.pop() ?? loadDuckDb();
}

/** Gives an instance back after a database of a size, unless a fault may have damaged it. */
export function returnDuckDb(instance: DuckDb, bytes: number): void {
  instance.reset();
  if (bytes <= maxReusedBytes && idle.length === 0) idle.push(instance);
}

async function loadDuckDb(): Promise<DuckDb> {
  const duckdb = await import("@duckdb/duckdb-wasm/blocking").catch((cause: unknown) => {
    throw new ReadError("unsupported-type", "DuckDB databases are read by a package that is not installed.", {
      hint: "Ask the user to run `npm install @duckdb/duckdb-wasm`, then read the file again.",
      details: { package: "@duckdb/duckdb-wasm" },
      cause,
    });
  });
  const pathOf = (name: string): string => fileURLToPath(import.meta.resolve(`@duckdb/duckdb-wasm/dist/${name}`));
  const bundles = {
    mvp: { mainModule: pathOf("duckdb-mvp.wasm"), mainWorker: "" },
    eh: { mainModule: pathOf("duckdb-eh.wasm"), mainWorker: "" },
  };
  // This runtime opens no files: DuckDB reaches the bytes that are registered, and nothing else.
  const bindings = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.DEFAULT_RUNTIME);
  return (await bindings.instantiate(() => undefined)) as unknown as DuckDb;
}
