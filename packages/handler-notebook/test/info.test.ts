import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { notebook } from "../src/index.ts";
import { bytesOf, code, markdown, notebook4 } from "./builders.ts";

const infoOf = (content: unknown) => notebook().info?.(memorySource("x.ipynb", bytesOf(content)), mockContext());

test("reports kernel, language, format and the number of cells by type", async () => {
  const cells = [markdown("a"), code(1, "b"), code(2, "c"), markdown("d"), { source: "e" }];
  expect(await infoOf(notebook4(cells, { title: "T" }))).toEqual({
    extents: [{ type: "extent", unit: "cell", total: 5, exact: true }],
    facts: {
      title: "T",
      kernel: "Python 3 (ipykernel)",
      language: "python",
      nbformat: "4.5",
      cells: { code: 2, markdown: 2, unknown: 1 },
    },
  });
});

test("omits facts that a notebook lacks", async () => {
  expect(await infoOf({ cells: [] })).toMatchObject({ facts: { nbformat: "unknown", cells: {} } });
  expect(Object.keys((await infoOf({ cells: [] }))?.facts ?? {})).toEqual(["nbformat", "cells"]);
});

test("accepts metadata of wrong types, and names of inherited properties", async () => {
  const cells = [{ cell_type: "constructor" }, { cell_type: "__proto__" }, { cell_type: 5 }];
  const metadata = { kernelspec: [], language_info: 5, title: {} };
  const info = await infoOf({ cells, metadata, nbformat: 4, nbformat_minor: [] });
  expect(JSON.parse(JSON.stringify(info?.facts))).toEqual(
    JSON.parse('{"nbformat":"4","cells":{"5":1,"__proto__":1,"constructor":1}}'),
  );
});

test("rejects with the same typed errors as a read", async () => {
  await expect(infoOf("{")).rejects.toMatchObject({ code: "corrupt", details: { line: 1, column: 2 } });
});
