import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { data } from "../src/index.ts";
import { database, fixtureFiles } from "./fixture-files.ts";

function readerOf(name: string, content: string | Uint8Array): ReturnType<typeof createReader> {
  const fileSystem = memoryFileSystem({ entries: { [`/${name}`]: content } });
  return createReader({ handlers: [data()], fileSystem, roots: ["/"] });
}

/** Reads one file in memory, and returns what a model sees. */
async function shown(name: string, content: string | Uint8Array, request: object = {}): Promise<string> {
  return renderText(await readerOf(name, content).read({ path: name, ...request }));
}

describe("hostile databases", () => {
  const endless = database(`
    CREATE TABLE plain (word TEXT);
    INSERT INTO plain VALUES ('alive');
    CREATE VIEW endless AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT sum(i) AS total FROM n;
    CREATE VIEW long AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
  `);

  test("a view that computes for ever ends at the limit, and the rest is shown", async () => {
    const text = await shown("x.sqlite", endless);
    expect(text).toContain("|1|alive|");
    expect(text).toMatch(/its rows cannot be shown: Reading "endless" in x\.sqlite takes more than \d+ steps/);
    expect(text).toContain("|5|5|");
  });

  test("a selection of such a view is a typed error", async () => {
    expect(await shown("x.sqlite", endless, { select: "endless" })).toMatch(/too-large/);
  });

  test("a view with endless rows is read as far as the budget goes", async () => {
    expect(await shown("x.sqlite", endless, { select: "long", limit: 10 })).toContain("|6|6|");
  });

  test("statements in a selection are names, and nothing is attached", async () => {
    const text = await shown("x.sqlite", endless, { select: "plain; ATTACH 'y.sqlite' AS y; --" });
    expect(text).toMatch(/^Error \(out-of-range\)/);
  });

  test("a file that only begins like a database is a typed error", async () => {
    const bytes = new Uint8Array(4096).fill(7);
    bytes.set(new TextEncoder().encode("SQLite format 3\0"));
    expect(await shown("x.sqlite", bytes)).toMatch(/^Error \(corrupt\)/);
  });
});

test("statistics have counts, nulls, different values and extremes", async () => {
  const shop = fixtureFiles["database/input.sqlite"] ?? "";
  const info = await readerOf("x.sqlite", shop).info({ path: "x.sqlite" });
  if (!info.ok) throw new Error("The database cannot be described.");
  const [customers] = info.facts["tables"] as readonly { readonly columns: readonly object[] }[];
  expect(customers?.columns[2]).toEqual({
    name: "mail",
    type: "TEXT",
    count: 2,
    nulls: 1,
    distinct: 2,
    min: "ada@example.org",
    max: "two@example.org",
  });
});

test("statistics of Parquet tables skip nulls", async () => {
  const weather = fixtureFiles["parquet/input.parquet"] ?? "";
  const info = await readerOf("x.parquet", weather).info({ path: "x.parquet" });
  if (!info.ok) throw new Error("The table cannot be described.");
  const [table] = info.facts["tables"] as readonly { readonly columns: readonly object[] }[];
  expect(table?.columns[2]).toMatchObject({
    name: "degrees",
    count: 108,
    nulls: 12,
    distinct: 108,
    min: "0.25",
    max: "29.75",
  });
});
