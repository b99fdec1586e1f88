import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../src/sqlite/open-sqlite.ts";

/** Returns the bytes of a database that native SQLite wrote. */
function databaseOf(fill: (database: DatabaseSync) => void): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-values-"));
  try {
    const path = join(folder, "x.sqlite");
    const database = new DatabaseSync(path);
    fill(database);
    database.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the rows of the table `t`. */
async function rowsOf(bytes: Uint8Array): Promise<readonly (readonly unknown[])[]> {
  const dataset = await openSqlite(bytes, "x.sqlite");
  const table = dataset.tables.find(({ name }) => name === "t");
  const rows: (readonly unknown[])[] = [];
  const all = table?.columns.map((_, at) => at) ?? [];
  for await (const batch of table?.rows({ first: 1, last: Number.POSITIVE_INFINITY }, all) ?? []) rows.push(...batch);
  dataset.close();
  return rows;
}

const values: readonly (null | number | bigint | string | Uint8Array)[] = [
  null,
  0,
  -1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2n ** 53n + 1n,
  -(2n ** 63n),
  2n ** 63n - 1n,
  0.1,
  -1.5e300,
  1e20,
  "",
  "plain",
  "a text of exactly twenty4",
  "a text that is longer than the one above, with | in it",
  "Zoë, Grüße, 日本語, 😀",
  "a text that is longer, and ends in a letter beyond ASCII: ä",
  "\u{feff}starts with a mark",
  "two\0parts",
  new Uint8Array(),
  Uint8Array.of(0, 1, 255),
];

describe("values of SQLite", () => {
  test("are read as they were written", async () => {
    const bytes = databaseOf((database) => {
      database.exec("CREATE TABLE t (v)");
      const insert = database.prepare("INSERT INTO t VALUES (?)");
      for (const value of values) insert.run(value);
    });
    expect((await rowsOf(bytes)).map(([value]) => value)).toEqual(values);
  });

  test("are read when the memory of SQLite grows between two of them", async () => {
    const large = "x".repeat(20_000_000);
    const bytes = databaseOf((database) => {
      database.exec("CREATE TABLE t (a, b)");
      const insert = database.prepare("INSERT INTO t VALUES (?, ?)");
      for (const [first, second] of [
        ["before", 1],
        [large, large],
        ["after", "ä"],
      ] as const) {
        insert.run(first, second);
      }
    });
    const rows = await rowsOf(bytes);
    expect(rows.map(([first]) => String(first).length)).toEqual([6, large.length, 5]);
    expect(rows[2]).toEqual(["after", "ä"]);
  });

  test("that are no UTF-8 have replacement characters", async () => {
    const bytes = databaseOf((database) => {
      database.exec("CREATE TABLE t (v); INSERT INTO t VALUES (CAST(x'61ff62' AS TEXT))");
    });
    expect(await rowsOf(bytes)).toEqual([["a\u{fffd}b"]]);
  });
});
