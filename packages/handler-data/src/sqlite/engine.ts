import { ReadError } from "@reader/core/handler";
import type { Sqlite3Static } from "@sqlite.org/sqlite-wasm";

let shared: Promise<Sqlite3Static> | undefined;

/** Databases up to this size share one instance. Its memory never shrinks, so a larger one gets its own. */
const maxSharedBytes = 8 * 1024 * 1024;

/** Returns SQLite for a database of a size. Throws `unsupported-type` if the package is not installed. */
export function sqliteFor(bytes: number): Promise<Sqlite3Static> {
  return bytes > maxSharedBytes ? loadSqlite() : (shared ??= loadSqlite());
}

/** Gives up the shared instance, after an error that may have damaged it. */
export function dropShared(): void {
  shared = undefined;
}

/** Loads SQLite as WebAssembly. Throws `unsupported-type` if the package is not installed. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  try {
    const { default: start } = await import("@sqlite.org/sqlite-wasm");
    const silent = start as unknown as (options: object) => Promise<Sqlite3Static>;
    const sqlite = await silent({ print: ignore, printErr: ignore });
    const { config } = sqlite as unknown as { readonly config?: Record<string, unknown> };
    // It writes every error to the console otherwise.
    if (config !== undefined) for (const name of ["warn", "error", "log", "debug"]) config[name] = ignore;
    return sqlite;
  } catch (cause) {
    throw new ReadError("unsupported-type", "SQLite databases are read by a package that is not installed.", {
      hint: "Ask the user to run `npm install @sqlite.org/sqlite-wasm`, then read the file again.",
      details: { package: "@sqlite.org/sqlite-wasm" },
      cause,
    });
  }
}

function ignore(): void {}
