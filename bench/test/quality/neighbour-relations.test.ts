import { expect, test } from "vitest";
import { f1, relationCounts, sumOfCounts } from "../../src/quality/score/neighbour-relations.ts";
import type { Table } from "../../src/quality/score/table-similarity.ts";

const ducks: Table = [
  ["year", "ducks"],
  ["2019", "120"],
];

test.for<readonly [title: string, found: readonly Table[], right: number, written: number]>([
  ["the same table has all relations", [ducks], 4, 4],
  ["empty cells are skipped", [ducks.map(([a = "", b = ""]) => [a, "", b])], 4, 4],
  [
    "a column that is shifted loses the relations of its cells",
    [
      [
        ["year", "ducks", ""],
        ["2019", "", "120"],
      ],
    ],
    3,
    3,
  ],
  ["a repeated value counts once", [ducks, ducks], 4, 8],
  ["no table has none", [], 0, 0],
])("%s", ([, found, right, written]) => {
  expect(relationCounts([ducks], found)).toEqual({ wanted: 4, written, right });
});

test("equal neighbours are no relation, so that a head may be repeated in its columns", () => {
  const relations = relationCounts(
    [
      [
        ["both", ""],
        ["a", "b"],
      ],
    ],
    [
      [
        ["both", "both"],
        ["a", "b"],
      ],
    ],
  );
  expect(relations).toEqual({ wanted: 2, written: 3, right: 2 });
});

test("the score is the harmonic mean over all documents, and 1 without tables", () => {
  const sum = sumOfCounts([relationCounts([ducks], [ducks]), relationCounts([ducks], [])]);
  expect(f1(sum)).toBeCloseTo(8 / 12, 10);
  expect(f1(sumOfCounts([]))).toBe(1);
});
