import { expect, test } from "vitest";
import { countHeadings, scoreHeadings, scoreSourceHeadings } from "../../src/quality/score/headings.ts";

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

const bookmarks = [
  { level: 1, text: "Aims" },
  { level: 2, text: "Scope" },
  { level: 1, text: "Results" },
];

test.for([
  ["at the levels of the bookmarks", "# Aims\n## Scope\n# Results", [1, 1]],
  ["one level below, as under a title that is no bookmark", "# Title\n## Aims\n### Scope\n## Results", [1, 1]],
  ["two levels below", "### Aims\n#### Scope\n### Results", [1, 0]],
  ["before the first bookmark do not count", "# Title\n# Abstract\n# Aims\n## Scope\n# Results", [1, 1]],
  ["with numbers, links and notes", "# 1 Aims\n## Chapter 1.1: [Scope](#s)\n# II. Results²", [1, 1]],
  ["that the text has and the bookmarks do not", "# Aims\n## Scope\n# Results\n# Notes\n# More", [0.75, 0.75]],
  ["in code are none", "# Aims\n```\n## Scope\n```\n# Results", [0.8, 0.8]],
  ["that are written twice are found once", "# Aims\n# Aims\n# Aims", [1 / 3, 1 / 3]],
  ["are missing", "Aims", [0, 0]],
] as const)("of the headings against bookmarks, those %s", ([, markdown, [any, exact]]) => {
  expect(scoreHeadings(markdown, bookmarks)).toEqual({ any, exact });
});

test("headings of the source have their levels after those that it skips, and bold lines do not count", () => {
  const source = "# Aims\n\n### Scope\n\n# Results\n\n**Limits**\n";
  expect(scoreSourceHeadings("# Aims\n## Scope\n### Limits\n# Results", source)).toEqual({ any: 1, exact: 1 });
  expect(scoreSourceHeadings("# Aims\n# Scope\n# Results", source)).toEqual({ any: 1, exact: 2 / 3 });
  expect(scoreSourceHeadings("# Aims\n## Scope\n## Other\n# Results", source)).toEqual({ any: 6 / 7, exact: 6 / 7 });
});

test.for([
  ["that are underlined", "# Aims\n## Scope\n", "Aims\n====\n\nScope\n-----\n", [1, 1]],
  ["that are underlined below two lines", "# Aims and terms\n", "Aims\nand terms\n===\n", [1, 1]],
  ["that a rule or a table does not make", "# Aims\n", "# Aims\n\n---\n\n| a |\n---\n\n- item\n---\n", [1, 1]],
  ["that metadata does not make", "# Aims\n", "---\ntitle: All\n---\n\n# Aims\n", [1, 1]],
  ["that code does not make", "# Aims\n", "~~~\n# a\n```\n# b\n~~~\n\n## Aims\n\n````\n```\n# c\n````\n", [1, 1]],
  ["of which it has none", "Some text", "Some text", [1, 1]],
  ["of which it has none, but the tool", "# Some text", "Some text", [0, 0]],
  ["whose levels only the tool skips", "# Aims\n###### Scope\n", "# Aims\n\n## Scope\n", [1, 0.5]],
] as const)("headings of the source %s", ([, markdown, source, [any, exact]]) => {
  expect(scoreSourceHeadings(markdown, source)).toEqual({ any, exact });
});

test("bold lines of the source in code are none", () => {
  expect(scoreSourceHeadings("# Aims\n## Bold", "# Aims\n\n**Bold**\n")).toEqual({ any: 1, exact: 1 });
  expect(scoreSourceHeadings("# Aims\n## Bold", "# Aims\n\n```\n**Bold**\n```\n").any).toBeCloseTo(2 / 3);
});
