import type { PageRange } from "@reader/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Notebook } from "../src/document/parse.ts";
import { selectCells } from "../src/read/read-notebook.ts";
import { errorOf } from "./reading.ts";

/** Creates a notebook of this many cells, with identifiers `c1`, `c2`, … */
function notebookOf(total: number): Notebook {
  const cells = Array.from({ length: total }, (_, index) => ({ id: `c${index + 1}` }));
  return { path: "x.ipynb", format: "4.5", metadata: {}, cells, language: undefined, notices: [] };
}

/** Returns the selected cells, from 1. */
function select(pages: readonly PageRange[] | undefined, identifier?: string): readonly number[] {
  return selectCells(notebookOf(5), { pages, select: identifier }).map((index) => index + 1);
}

test.for([
  ["none", undefined, [1, 2, 3, 4, 5]],
  ["one", [{ first: 3, last: 3 }], [3]],
  ["a range", [{ first: 2, last: 4 }], [2, 3, 4]],
  ["a range beyond the end", [{ first: 4, last: 99 }], [4, 5]],
  ["an open range", [{ first: 4 }], [4, 5]],
  ["the last two", [{ first: -2 }], [4, 5]],
  ["the last of more than there are", [{ first: -9 }], [1, 2, 3, 4, 5]],
  [
    "several, in any order and overlapping",
    [
      { first: 4, last: 5 },
      { first: 1, last: 1 },
      { first: 5, last: 5 },
    ],
    [1, 4, 5],
  ],
  ["a name", [{ label: "c2" }], [2]],
  ["a name and numbers", [{ label: "c5" }, { first: 1, last: 2 }], [1, 2, 5]],
] as const)("selects %s", ([, pages, expected]) => {
  expect(select(pages)).toEqual(expected);
});

test("selects a cell by its identifier, beside pages", () => {
  expect(select(undefined, "c4")).toEqual([4]);
  expect(select([{ first: 1, last: 1 }], "c4")).toEqual([1, 4]);
});

test.for([
  [[{ first: 6, last: 6 }], "x.ipynb has 5 cells and no cell 6."],
  [[{ first: 6 }], "x.ipynb has 5 cells and no cell 6."],
  [
    [
      { first: 1, last: 1 },
      { first: 7, last: 9 },
    ],
    "x.ipynb has 5 cells and no cell 7.",
  ],
  [[{ first: 0, last: 2 }], "x.ipynb has 5 cells and no cell 0."],
  [[{ label: "c9" }], 'x.ipynb has 5 cells and no cell named "c9".'],
  [[{ label: 'a"\n' }], String.raw`x.ipynb has 5 cells and no cell named "a\"\n".`],
] as const)("answers %j with out-of-range and the total", ([pages, message]) => {
  expect(() => select(pages)).toThrow(
    expect.objectContaining({ code: "out-of-range", message, details: { total: 5, unit: "cell" } }),
  );
});

test("suggests valid cells", async () => {
  const one = { cells: [{ cell_type: "markdown", source: "a" }], nbformat: 4 };
  expect(await errorOf(one, { pages: [{ first: 2 }] })).toMatchObject({
    message: "x.ipynb has 1 cell and no cell 2.",
    hint: "Ask for `pages` from 1 to 1.",
  });
  expect(await errorOf({ cells: [], nbformat: 4 }, { pages: [{ first: 1 }] })).toMatchObject({
    message: "x.ipynb has 0 cells and no cell 1.",
    hint: "Read it without `pages`.",
  });
});

test("returns every selected cell once and in order, for any ranges", () => {
  const range = fc.oneof(
    fc.record({ first: fc.integer({ min: 1, max: 20 }), last: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ first: fc.integer({ min: -40, max: -1 }) }),
  );
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 6 }), (pages) => {
      const selected = selectCells(notebookOf(20), { pages, select: undefined });
      expect(selected).toEqual([...new Set(selected)].toSorted((one, other) => one - other));
      const wanted = (index: number): boolean =>
        pages.some((page) =>
          page.first < 0
            ? index + 1 > 20 + page.first
            : index + 1 >= page.first && index + 1 <= Number("last" in page ? page.last : 20),
        );
      expect(selected).toEqual(Array.from({ length: 20 }, (_, index) => index).filter(wanted));
    }),
    { seed: 4 },
  );
});
