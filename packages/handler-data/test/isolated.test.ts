import { readFileSync } from "node:fs";
import { isolate } from "@reader/isolate";
import { collect, testHandlerIsolated } from "@reader/testkit";
import { expect, test } from "vitest";
import { data } from "../src/index.ts";
import { builtChild } from "./support/built-child.ts";

const resolveFrom = import.meta.url;
const fixtures = new URL("../../../fixtures/data/", resolveFrom);
const options = { resolveFrom, childModule: builtChild(resolveFrom) };

// A process with DuckDB rests with more than half of the usual limit, so that each database would take a new one, and two
// seconds to start DuckDB.
testHandlerIsolated(data(), fixtures, () =>
  isolate([data()], { ...options, limits: { maxMemoryBytes: 1_000_000_000 } }),
);

test("a DuckDB view that fills the memory is refused within the usual limit", async () => {
  const isolation = isolate([data()], options);
  const [isolated = data()] = isolation.handlers;
  const bytes = new Uint8Array(readFileSync(new URL("../duckdb/hostile/input.duckdb", fixtures)));
  const { error } = await collect(isolated, bytes, { name: "input.duckdb", select: "large" });
  await isolation.close();
  expect(error).toMatchObject({ code: "too-large" });
  expect(String(error)).toMatch(/Reading "large" in input\.duckdb takes more memory than DuckDB may have/);
});

test("a DuckDB database needs no more memory than the usual limit", async () => {
  const isolation = isolate([data()], options);
  const [isolated = data()] = isolation.handlers;
  const bytes = new Uint8Array(readFileSync(new URL("duckdb/input.duckdb", fixtures)));
  const { text } = await collect(isolated, bytes, { name: "input.duckdb" });
  await isolation.close();
  expect(text).toContain("|1|1|Ada|");
});
