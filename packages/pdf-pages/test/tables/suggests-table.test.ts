import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { suggestsTable } from "../../src/tables/suggests-table.ts";
import { pageOf, rowsAt, words } from "../tables/pages.ts";

const sentence = "several words of a sentence that goes on and on and on";
const cell = { role: "TD", element: 3, listDepth: 0, cell: { table: 1, row: 2, cell: 3, isHeader: false } };

test.for<readonly [string, readonly TextLine[], boolean]>([
  [
    "two rows with white at the same place",
    rowsAt(
      100,
      [50, 200],
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ),
    true,
  ],
  [
    "four rows whose cells are centred",
    [0, 1, 2, 3].flatMap((row) => rowsAt(100 + 20 * row, [50 + 9 * row, 200 + 7 * row], [["a", "b"]])),
    true,
  ],
  ["a cell by the tags", [words([50, 100], "alone", { tag: cell })], true],
  ["paragraphs", [0, 1, 2, 3, 4].map((row) => words([50, 100 + 12 * row], sentence)), false],
  [
    "two columns of text",
    [0, 1, 2, 3, 4].flatMap((row) => rowsAt(100 + 12 * row, [20, 310], [[sentence, sentence]])),
    false,
  ],
  [
    "two columns of text with short last lines",
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((row) =>
      rowsAt(100 + 12 * row, [20, 310], [row % 3 === 2 ? ["the end", "the end"] : [sentence, sentence]]),
    ),
    false,
  ],
  [
    "a table in one of two columns of text",
    [
      ...[0, 1, 2, 3, 4, 5, 6, 7].flatMap((row) => rowsAt(100 + 12 * row, [20, 310], [[sentence, sentence]])),
      ...rowsAt(
        300,
        [20, 120],
        [
          ["a", "b"],
          ["c", "d"],
        ],
      ),
    ],
    true,
  ],
  [
    "four lines of numbers that the engine did not part",
    [0, 1, 2, 3].map((row) => words([50, 100 + 12 * row], `12${row}.5°      2,58${row},000`)),
    true,
  ],
  [
    "four lines of pages in an index",
    [0, 1, 2, 3].map((row) => words([50, 100 + 12 * row], `${row}2, 1${row}, 2${row}`)),
    false,
  ],
  ["a page number beside a running title", rowsAt(20, [50, 500], [["The title", "7"]]), false],
  ["nothing", [], false],
])("%s suggest a table: %s", ([, lines, expected]) => {
  expect(suggestsTable(pageOf(...lines))).toBe(expected);
});
