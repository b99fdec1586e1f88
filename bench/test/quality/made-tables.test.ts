import { expect, test } from "vitest";
import { cellsOfTable, tabledDocuments } from "../../src/quality/tabled/made-tables.ts";
import { asGroff, asHtml, asLatex } from "../../src/quality/tabled/sources.ts";

test("the documents with tables are the same each time, and each has another name", () => {
  expect(tabledDocuments()).toEqual(tabledDocuments());
  expect(new Set(tabledDocuments().map(({ name }) => name)).size).toBe(tabledDocuments().length);
});

test("all rows of a table have as many cells as it has columns", () => {
  for (const { table } of tabledDocuments()) {
    const widths = cellsOfTable(table).map((row) => row.length);
    expect(new Set(widths)).toEqual(new Set([table.columns.length]));
  }
});

test("a head over two columns is repeated in both", () => {
  const counts = tabledDocuments().find(({ name }) => name === "counts-grid");
  expect(counts && cellsOfTable(counts.table)[0]).toEqual(["", "2021", "2021", "2022", "2022"]);
});

test("each source has the title, the paragraphs and all words of the table", () => {
  for (const document of tabledDocuments()) {
    const cells = cellsOfTable(document.table).flat();
    for (const source of [asHtml(document), asLatex(document), asGroff(document).replaceAll("\\(en", "–")]) {
      const text = source.replaceAll("\\(cq", "’");
      expect([document.title, ...document.paragraphs, ...cells].filter((each) => !text.includes(each))).toEqual([]);
    }
  }
});
