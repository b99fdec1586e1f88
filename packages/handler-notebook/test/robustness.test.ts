import { existsSync, readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";
import { ReadError } from "@reader/core";
import { collect, eventFaults, hasBase64Block } from "@reader/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { notebook } from "../src/index.ts";
import { bytesOf } from "./builders.ts";
import { fixtureFiles } from "./fixture-files.ts";
import { corpus, hasCorpus } from "./support/corpus.ts";

/** Reads a notebook and checks for faults. */
async function faultsOf(bytes: Uint8Array): Promise<readonly string[]> {
  const { events, text, error } = await collect(notebook(), bytes, { name: "x.ipynb" });
  const faults = events.flatMap(eventFaults);
  if (error !== undefined && !ReadError.is(error)) faults.push(inspect(error));
  if (hasBase64Block(text)) faults.push("a wall of base64");
  return faults;
}

const words =
  "cells worksheets nbformat metadata cell_type source input outputs output_type data text name traceback ename evalue " +
  "attachments execution_count image/png text/html text/plain application/json model_id level __proto__ id " +
  "application/vnd.jupyter.widget-view+json";
const keys = fc.constantFrom(...words.split(" "));
const leaves = fc.oneof(
  fc.constantFrom(
    "code",
    "markdown",
    "raw",
    "heading",
    "html",
    "stream",
    "error",
    "display_data",
    "<table><tr><td>",
    "\u001b[31m",
    "QUJD",
  ),
  fc.string({ maxLength: 5 }),
  fc.integer(),
  fc.constantFrom(null, true, -0.5),
);

test("reads or rejects any JSON with the keys of a notebook", async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      leaves,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.array(fc.tuple(keys, tie("value")), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  const output = fc.dictionary(keys, value, { maxKeys: 5 });
  const cell = fc.record(
    {
      cell_type: leaves,
      source: value,
      outputs: fc.array(output, { maxLength: 3 }),
      metadata: value,
      attachments: value,
    },
    { requiredKeys: [] },
  );
  const content = fc.oneof(
    value,
    fc.record(
      {
        cells: fc.array(fc.oneof(cell, value), { maxLength: 4 }),
        metadata: value,
        nbformat: fc.oneof(fc.constant(4), value),
      },
      { requiredKeys: [] },
    ),
  );
  await fc.assert(
    fc.asyncProperty(content, async (json) => {
      expect(await faultsOf(bytesOf(JSON.stringify(json)))).toEqual([]);
    }),
    { seed: 8, numRuns: 600 },
  );
});

/** A notebook with every field that is read. */
const everyField = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: { kernelspec: { name: "python3", language: "python" }, language_info: { name: "python" }, title: "T" },
  cells: [
    {
      cell_type: "code",
      id: "a",
      execution_count: 3,
      prompt_number: 3,
      language: "python",
      metadata: { jupyter: { source_hidden: true }, vscode: { languageId: "r" }, tags: ["x"] },
      source: ["1 + 1\n", "2"],
      outputs: [
        { output_type: "stream", name: "stdout", text: ["a"] },
        { output_type: "execute_result", execution_count: 3, data: { "text/plain": "2", "image/png": "QUJD" } },
        { output_type: "display_data", metadata: { "image/png": { width: 5 } }, data: { "text/html": "<p>x</p>" } },
        { output_type: "error", ename: "E", evalue: "v", traceback: ["line"] },
      ],
    },
    { cell_type: "markdown", source: "# T", attachments: { "a.png": { "image/png": "QUJD" } } },
    { cell_type: "raw", metadata: { format: "text/latex" }, source: "x" },
    { cell_type: "heading", level: 2, source: "H" },
    { cell_type: "html", source: "<table><tr><td>1</table>" },
  ],
};

/** Values of every type, including those that JavaScript cannot convert to a string or number. */
const oddValues: readonly string[] = [
  ...'null|true|-1|1e400|1.5|""|"x"|[]|{}|[null]|[[[]]]|[1,"a",{}]'.split("|"),
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"a":1},"constructor":5,"hasOwnProperty":1,"length":-1,"toJSON":2}',
];

function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, item]) => pathsOf(item, [...path, name]))];
}

/** Returns the JSON of a value with another value at one path. */
function jsonWith(value: unknown, path: readonly string[], json: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return json;
  const entries = Object.entries(value ?? {}).map(
    ([key, item]) => [key, key === name ? jsonWith(item, rest, json) : JSON.stringify(item)] as const,
  );
  if (Array.isArray(value)) return `[${entries.map(([, item]) => item).join(",")}]`;
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(",")}}`;
}

test("reads or rejects a notebook with a value of any type in any field", async () => {
  const faults: string[] = [];
  for (const path of pathsOf(everyField)) {
    for (const value of oddValues) {
      const found = await faultsOf(bytesOf(jsonWith(everyField, path, value)));
      if (found.length > 0) faults.push(`${path.join(".")} = ${value}: ${found[0]}`);
    }
  }
  expect(faults).toEqual([]);
});

test("reads an output of 5 000 000 characters", async () => {
  const line = `${"word ".repeat(19)}end\n`;
  const text = line.repeat(5_000_000 / line.length);
  const cell = { cell_type: "code", source: "x", outputs: [{ output_type: "stream", name: "stdout", text }] };
  const { text: shown } = await collect(notebook(), bytesOf({ cells: [cell], nbformat: 4 }));
  expect(shown.length).toBeGreaterThan(5_000_000);
});

test("has fixtures that match their script", () => {
  const folder = new URL("../../../fixtures/notebook/", import.meta.url);
  const made = Object.entries(fixtureFiles).map(([path, content]) => [path, content]);
  const stored = Object.keys(fixtureFiles).map((path) => [path, readFileSync(new URL(path, folder), "utf8")]);
  expect(stored).toEqual(made);
  const names = new Set(Object.keys(fixtureFiles).map((path) => path.split("/")[0]));
  expect(new Set(readdirSync(folder))).toEqual(names);
});

const folders = [
  "documents/jgm+pandoc/test/ipynb/",
  "documents/jupyter+nbformat/tests/",
  "documents/microsoft+markitdown/packages/markitdown/tests/test_files/",
  "hostile/notebook-nbformat/",
].map((folder) => new URL(folder, corpus));

describe.skipIf(!hasCorpus)("on real notebooks (skipped without the corpus)", () => {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => new URL(encodeURIComponent(name), folder)))
    .filter(({ pathname }) => pathname.endsWith(".ipynb"));

  test.for(files.map((file) => [file.pathname.split("/").at(-1) ?? "", file] as const))(
    "reads %s without a fault",
    async ([, file]) => {
      const bytes = new Uint8Array(readFileSync(file));
      expect(await faultsOf(bytes)).toEqual([]);
      const { events, error } = await collect(notebook(), bytes, { name: "x.ipynb" });
      expect(error).toBeUndefined();
      expect(events[0]).toMatchObject({ type: "extent", unit: "cell", exact: true });
    },
  );
});
