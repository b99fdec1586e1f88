import { expect, test } from "vitest";
import { tablesOf } from "../src/engine/document-text.ts";
import type { ChunkSection, PlaceName } from "../src/index.ts";

const head = ["| a | b |", "|---|---|"];
const row = (at: number): string => `| row ${at} | some text in the cell |`;

/** Pages with one table from the first line of the first to the last of the last. */
function pagesOf(count: number, rowsOnPage: number): readonly ChunkSection<PlaceName>[] {
  return Array.from({ length: count }, (_, page) => {
    const rows = Array.from({ length: rowsOnPage }, (_unused, at) => row(page * rowsOnPage + at));
    const text = [...(page === 0 ? head : []), ...rows].join("\n");
    return { text, firstLine: page === 0 ? 1 : 3 + page * rowsOnPage, at: { unit: "page", index: page + 1 } };
  });
}

test("a table of many pages is one", () => {
  // The lines of each page are joined once: joining them to all before would take minutes here.
  const [pages, rowsOnPage] = [8000, 50];
  const tables = tablesOf(pagesOf(pages, rowsOnPage), "markdown");

  expect(tables).toHaveLength(1);
  const [table] = tables;
  expect(table?.lines).toEqual([1, 2 + pages * rowsOnPage]);
  expect(table?.at).toEqual({ unit: "page", index: 1 });
  const lines = table?.markdown.split("\n") ?? [];
  expect(lines.slice(0, 3)).toEqual([...head, row(0)]);
  expect(lines).toHaveLength(2 + pages * rowsOnPage);
  expect(lines.at(-1)).toBe(row(pages * rowsOnPage - 1));
});

test("a table below another line, and one with its own head, are others", () => {
  const own = `${head.join("\n")}\n${row(0)}`;
  const sections = [
    { text: own, firstLine: 1 },
    { text: own, firstLine: 4 },
    { text: `text\n${row(9)}`, firstLine: 7 },
  ];
  expect(tablesOf(sections, "markdown")).toEqual([
    { markdown: own, lines: [1, 3] },
    { markdown: own, lines: [4, 6] },
  ]);
  expect(tablesOf(sections, "plain")).toEqual([]);
});
