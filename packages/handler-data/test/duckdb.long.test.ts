import { readFileSync } from "node:fs";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { data } from "../src/index.ts";

const fixtures = new URL("../../../fixtures/", import.meta.url);
const hostile = readFileSync(new URL("duckdb/hostile/input.duckdb", fixtures));
const shop = readFileSync(new URL("data/duckdb/input.duckdb", fixtures));

function readerOf(content: Uint8Array): ReturnType<typeof createReader> {
  const fileSystem = memoryFileSystem({ entries: { "/x.duckdb": content } });
  return createReader({ handlers: [data()], fileSystem, roots: ["/"], budget: { documentTimeMs: 600_000 } });
}

/** Reads a database in memory, and returns what a model sees. */
async function shown(content: Uint8Array, request: object = {}): Promise<string> {
  return renderText(await readerOf(content).read({ path: "x.duckdb", ...request }));
}

describe("hostile DuckDB databases", () => {
  test("views that compute for ever, or fill the memory, end at a limit, and the rest is shown", async () => {
    const text = await shown(hostile);
    expect(text).toContain("|1|alive|");
    expect(text).toMatch(
      /its rows cannot be shown: Reading "endless" in x\.duckdb takes more than 10 turns of DuckDB; select it to give it more time/,
    );
    expect(text).toMatch(/its rows cannot be shown: Reading "large" in x\.duckdb takes more/);
    expect(text).toContain("|5|4|");
  });

  test("a view with endless rows is read as far as the budget goes", async () => {
    expect(await shown(hostile, { select: "long", limit: 10 })).toContain("|6|5|");
  });

  test("a selection of an endless view is a typed error", async () => {
    expect(await shown(hostile, { select: "endless" })).toMatch(/Error \(too-large\): .* takes more than 50 turns/);
  });

  test("a selection is a name and no statement, and nothing but the bytes is read", async () => {
    expect(await shown(hostile, { select: "plain; ATTACH 'y.duckdb' AS y; --" })).toMatch(/^Error \(out-of-range\)/);
    expect(await shown(shop, { select: "outside" })).toMatch(/file system operations are disabled/);
  });

  test("damaged bytes give a result or a typed error, and the next database is read", async () => {
    for (let at = 16; at < shop.length; at += 9973) {
      const damaged = new Uint8Array(shop);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const outcome = await readerOf(damaged).read({ path: "x.duckdb" });
      if (!outcome.ok) expect(outcome.error.code).toMatch(/^(?:corrupt|unsupported-type|encrypted)$/);
    }
    expect(await shown(shop, { select: "customers" })).toContain("|1|1|Ada|1815-12-10|(2 bytes)|");
  });

  test.for([16, 100, 5000, 12_287, 12_288, 40_000])(
    "a file that ends after %i bytes is a typed error",
    async (bytes) => {
      expect(await shown(shop.subarray(0, bytes))).toMatch(/^Error \(corrupt\)/);
    },
  );
});

test("tables of one name in two schemas are each read by the name that is listed", async () => {
  expect(await shown(shop, { select: "main.archive.same" })).toContain("|1|of main|");
  expect(await shown(shop, { select: "archive.same" })).toContain("|1|of the schema|");
});

test("tables whose names are alike because of dots are each read by a name with quotes", async () => {
  const names = readFileSync(new URL("duckdb/names/input.duckdb", fixtures));
  const select = async (name: string): Promise<string> => shown(names, { select: name });
  expect(await select('"a.b".c')).toContain("|1|of a.b|");
  expect(await select('a."b.c"')).toContain("|1|of a|");
  expect(await select("main.a.b.c")).toContain("|1|of main|");
  expect(await select("a.b.c")).toContain(String.raw`Select one of "main.a.b.c", "a.\"b.c\"", "\"a.b\".c".`);
});

test("info has statistics, and the version of the storage format", async () => {
  const info = await readerOf(shop).info({ path: "x.duckdb" });
  if (!info.ok) throw new Error(info.error.message);
  expect(info.facts).toMatchObject({ format: "DuckDB", storageVersion: 64, tables: expect.any(Array) as unknown });
  const tables = info.facts["tables"] as readonly { readonly name: string; readonly columns: readonly object[] }[];
  const orders = tables.find(({ name }) => name === "orders");
  expect(orders).toMatchObject({ rows: 60, kind: "table" });
  expect(orders?.columns[2]).toEqual({
    name: "price",
    type: "DECIMAL(10,2)",
    count: 60,
    nulls: 0,
    distinct: 60,
    min: "1.5",
    max: "90",
  });
});
