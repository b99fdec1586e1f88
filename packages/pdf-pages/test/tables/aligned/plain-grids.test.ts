import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, words } from "../pages.ts";

type Cells = readonly (readonly string[])[];

/** Cells in columns of equal width, with a distance of rows. */
function lines(cells: Cells, stepPt: number) {
  return cells.flatMap((row, y) =>
    row.flatMap((text, x) => (text === "" ? [] : [words([50 + 120 * x, 100 + stepPt * y], text)])),
  );
}

function tablesOf(cells: Cells, stepPt: number): readonly Cells[] {
  return findTables(pageOf(...lines(cells, stepPt)), []).map(({ rows }) => rows);
}

const numbers = Array.from({ length: 8 }, (_, y) => [String(y + 1), String(100 + y), String(200 + 7 * y)]);
const names = [
  ["Oak", "Harbour", "Spring"],
  ["Birch wood", "River mill", "Autumn"],
  ["Elm", "Old station", "Summer rain"],
  ["Maple", "Orchard", "Spring"],
  ["Beech", "Canal lock", "Winter"],
];

test("a full grid of numbers is a table, a few numbers beside each other are not", () => {
  expect(tablesOf(numbers, 14)).toEqual([numbers]);
  expect(tablesOf(numbers.slice(0, 5), 14)).toEqual([]);
  expect(
    tablesOf(
      numbers.map(([first = "", second = ""]) => [first, second]),
      14,
    ),
  ).toEqual([]);
  const scattered = numbers.map((row, y) => row.map((text, x) => ((x + y) % 3 === 0 ? "" : text)));
  expect(tablesOf(scattered, 14)).toEqual([]);
});

test("words in columns of equal width are a table if rows have white between them, and else an index", () => {
  expect(tablesOf(names, 28)).toEqual([names]);
  expect(tablesOf(names, 12)).toEqual([]);
});
