import { expect, test } from "vitest";
import { scoreTables } from "../../src/quality/score/score-tables.ts";
import { tableSimilarity, type Table } from "../../src/quality/score/table-similarity.ts";

const ducks: Table = [
  ["year", "ducks", "geese"],
  ["2019", "120", "7"],
  ["2020", "135", "8"],
];

test.for<readonly [title: string, other: Table, similarity: number]>([
  ["the same table is the same", ducks, 1],
  ["empty rows and columns do not count", [["", "", "", ""], ...ducks.map((row) => ["", ...row])], 1],
  ["a row less costs its cells", ducks.slice(0, 2), 12 / 15],
  ["a column less costs its cells", ducks.map((row) => row.slice(0, 2)), 12 / 15],
  ["a row too many costs its cells", [...ducks, ["a", "b", "c"]], 18 / 21],
  [
    "two columns in one count for the nearer of the two",
    ducks.map(([a, ...rest]) => [a ?? "", rest.join("")]),
    10 / 15,
  ],
  ["another table is not alike", [["north"], ["south"]], 0],
  ["no table is not alike", [], 0],
])("%s", ([, other, similarity]) => {
  expect(tableSimilarity(ducks, other)).toBeCloseTo(similarity, 10);
});

test("cells with a wrong letter count in part, and those that are half wrong do not", () => {
  expect(tableSimilarity([["freshwater"]], [["freshwatcr"]])).toBeCloseTo(0.9, 10);
  expect(tableSimilarity([["abcd"]], [["abxyz"]])).toBe(0);
});

test("each table of the reference gets what is nearest to it, and the rest are false tables", () => {
  const other: Table = [["north"], ["south"]];
  expect(scoreTables([ducks], [other, ducks])).toEqual({ scores: [1], falseTables: 1 });
  expect(scoreTables([ducks, other], [])).toEqual({ scores: [0, 0], falseTables: 0 });
  expect(scoreTables([], [ducks])).toEqual({ scores: [], falseTables: 1 });
});

test("pieces of a table on pages that follow each other count together", () => {
  expect(scoreTables([ducks], [ducks.slice(0, 1), ducks.slice(1)])).toEqual({ scores: [1], falseTables: 0 });
});

test("pieces of another width are other tables", () => {
  const narrow = ducks.slice(1).map((row) => row.slice(0, 2));
  const { scores, falseTables } = scoreTables([ducks], [ducks.slice(0, 1), narrow]);
  expect(scores[0]).toBeCloseTo((2 * 4) / (9 + 4), 10);
  expect(falseTables).toBe(1);
});
