import { expect, test } from "vitest";
import { countHeadings } from "../../src/quality/score/headings.ts";

test.for([
  ["headings count by their words, whatever their level", "# One\n### Two", "## One\n## Two", [2, 2, 2]],
  ["a number may stand before or after", "## Results 4", "# 4. Results", [1, 1, 1]],
  ["a heading that is written twice is found once", "# One\n# One", "# One", [1, 2, 1]],
  ["a heading that is none is written and not found", "# One\n# else", "# One\n# Two", [1, 2, 2]],
  ["a paragraph is no heading", "One\n#hashtag\n####### seven", "# One", [0, 0, 1]],
  ["a heading without words is none", "# —\n## *", "# One", [0, 0, 1]],
] as const)("%s", ([, markdown, reference, [found, written, wanted]]) => {
  expect(countHeadings(markdown, reference)).toEqual({ found, written, wanted });
});

test("a heading of another level is not found where levels count", () => {
  expect(countHeadings("# One\n## Two\n### Three", "# One\n## Two\n## Three", "exact")).toEqual({
    found: 2,
    written: 3,
    wanted: 3,
  });
});
