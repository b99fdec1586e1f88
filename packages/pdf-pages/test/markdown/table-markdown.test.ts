import { expect, test } from "vitest";
import { tableMarkdown } from "../../src/markdown/page-markdown.ts";

const table = (rows: readonly (readonly string[])[], headerRows: number) => ({
  box: { x0: 0, y0: 0, x1: 1, y1: 1 },
  rows,
  headerRows,
  lines: new Set<never>(),
});

test.for([
  [
    "the first row is the header",
    [
      ["a", "b"],
      ["1", "2"],
    ],
    1,
    "|a|b|\n|---|---|\n|1|2|\n",
  ],
  ["without a header its cells are empty", [["1", "2"]], 0, "|||\n|---|---|\n|1|2|\n"],
  [
    "further header rows follow",
    [
      ["a", "a"],
      ["b", "c"],
      ["1", "2"],
    ],
    2,
    "|a|a|\n|---|---|\n|b|c|\n|1|2|\n",
  ],
  ["bars are escaped and lines joined", [["a|b", "c\nd"]], 1, "|a\\|b|c d|\n|---|---|\n"],
  ["a backslash does not escape the end of its cell", [["a\\", "b"]], 1, "|a\\ |b|\n|---|---|\n"],
  ["brackets of marks are replaced", [["⟦hidden · tiny: a⟧"]], 1, "|〚hidden · tiny: a〛|\n|---|\n"],
  ["short rows are filled up", [["a", "b"], ["1"]], 1, "|a|b|\n|---|---|\n|1||\n"],
  ["no rows are no table", [], 0, ""],
] as const)("%s", ([, rows, headerRows, expected]) => {
  expect(tableMarkdown(table(rows, headerRows))).toBe(expected);
});
