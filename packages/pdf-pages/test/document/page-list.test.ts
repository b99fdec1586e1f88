import type { PageRange } from "@reader/core";
import { expect, test } from "vitest";
import type { PageLabels } from "../../src/document/page-labels.ts";
import { listPages } from "../../src/document/page-list.ts";

const names = ["i", "ii", "1", "2", "A-1", "A-2"];
const labels: PageLabels = {
  labelOf: (number) => names[number - 1],
  rangeOf: () => undefined,
  find: (label) => {
    const at = names.findIndex((name) => name.toLowerCase() === label.trim().toLowerCase());
    return at < 0 ? undefined : at + 1;
  },
  ranges: [{ first: 1, style: "r", prefix: "", start: 1 }],
};
const supply = { path: "a.pdf", pageCount: 6, labels };

test.for<readonly [string, readonly PageRange[] | undefined, readonly number[]]>([
  ["all of them without a list", undefined, [1, 2, 3, 4, 5, 6]],
  ["one page", [{ first: 3, last: 3 }], [3]],
  ["a range", [{ first: 2, last: 4 }], [2, 3, 4]],
  ["the last three", [{ first: -3 }], [4, 5, 6]],
  ["more of the last than there are", [{ first: -30 }], [1, 2, 3, 4, 5, 6]],
  ["an open end", [{ first: 5 }], [5, 6]],
  ["a range that runs past the end", [{ first: 5, last: 99 }], [5, 6]],
  [
    "several ranges, in the order of the document and each page once",
    [
      { first: 4, last: 5 },
      { first: 1, last: 4 },
    ],
    [1, 2, 3, 4, 5],
  ],
  ["a label", [{ label: "ii" }], [2]],
  ["a label in another case", [{ label: "a-2" }], [6]],
  ["a number, even where a label is the same", [{ first: 1, last: 1 }], [1]],
  ["a range of labels", [{ label: "ii-A-1" }], [2, 3, 4, 5]],
  ["a range from a label to a number", [{ label: "ii-4" }], [2, 3, 4]],
  ["an open end after a label", [{ label: "ii-" }], [2, 3, 4, 5, 6]],
  ["an open end after a label with a dash of its own", [{ label: "A-1-" }], [5, 6]],
  ["an end that is named", [{ label: "A-1-end" }], [5, 6]],
])("lists %s", ([, ranges, expected]) => {
  expect(listPages(supply, ranges)).toEqual(expected);
});

test.for<readonly [string, PageRange, string]>([
  ["a page past the end", { first: 7, last: 9 }, "a.pdf has 6 pages and no page 7."],
  ["a label that no page has", { label: "xx" }, 'a.pdf has 6 pages and no page labelled "xx".'],
  ["a range of labels that runs backwards", { label: "A-1-ii" }, 'a.pdf has 6 pages and no page labelled "A-1-ii".'],
])("rejects %s with the number of pages", ([, range, message]) => {
  expect(() => listPages(supply, [range])).toThrow(
    expect.objectContaining({ code: "out-of-range", message, details: { total: 6, unit: "page" } }),
  );
});

test("gives an example of a label if the document has labels", () => {
  expect(() => listPages(supply, [{ first: 9 }])).toThrow(
    expect.objectContaining({ hint: 'Ask for `pages` from 1 to 6, or by a label such as "i".' }),
  );
});
