import { expect, test } from "vitest";
import { withoutPageNumber } from "../../src/text/page-number.ts";
import { block, line, page } from "./pages.ts";

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

test("a number further up is not that of the page", () => {
  expect(left(["Page 3"], 705)).toEqual(["Part 1", "12.50", "Page 3"]);
});

test("a page without text has no number", () => {
  expect(withoutPageNumber(page(), 1).blocks).toEqual([]);
});
