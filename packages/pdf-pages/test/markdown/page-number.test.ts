import { expect, test } from "vitest";
import { withoutPageNumber, withoutPaperEdges } from "../../src/markdown/page-tables.ts";
import { block, line, page } from "../layout/pages.ts";

const table = block(line("Part 1", { y: 700 }), line("12.50", { x: 300, y: 700 }));

function left(foot: readonly string[], y = 740): readonly string[] {
  const lines = foot.map((text, index) => line(text, { x: 200 + 40 * index, y }));
  const { blocks } = withoutPageNumber(page(table, block(...lines)), 3);
  return blocks.flatMap((one) => one.lines).map((one) => one.runs[0]?.text ?? "");
}

test.for([[["Page 3"]], [["Page", "3"]], [["3 / 12"]], [["– 3 –"]], [["Seite 3 von 12"]]] as const)(
  "%j at the foot of the third page is its number",
  ([foot]) => {
    expect(left(foot)).toEqual(["Part 1", "12.50"]);
  },
);

test.for([
  [["Page 4"], "another number"],
  [["Part 3", "12.50"], "a row of a table"],
  [["Total of the three columns: 3"], "a sentence"],
  [["3 / 2"], "a page beyond the last"],
] as const)("%j at the foot of the third page is not: %s", ([foot]) => {
  expect(left(foot)).toEqual(["Part 1", "12.50", ...foot]);
});

test("a number further up is not the page number", () => {
  expect(left(["Page 3"], 705)).toEqual(["Part 1", "12.50", "Page 3"]);
});

test("a page without text has no number", () => {
  expect(withoutPageNumber(page(), 1).blocks).toEqual([]);
});

test("text that a browser prints small at the edges of the paper is not part of a table", () => {
  const edges = [line("11/22/26", { y: 15, sizePt: 8 }), line("1/5", { x: 500, y: 767, sizePt: 8 })];
  expect(withoutPaperEdges(page(table, block(...edges))).blocks.flatMap((one) => one.lines)).toEqual(table.lines);
});

test.for([
  ["in the type of the table", [line("Part 0", { y: 15 })]],
  ["of five lines", Array.from({ length: 5 }, (_, index) => line("Part", { x: 72 + 80 * index, y: 15, sizePt: 8 }))],
  ["that are all of the page", []],
] as const)("lines at the edges %s stay", ([title, edges]) => {
  const content =
    title === "that are all of the page" ? page(block(line("1", { y: 15 }))) : page(table, block(...edges));
  expect(withoutPaperEdges(content)).toBe(content);
});
