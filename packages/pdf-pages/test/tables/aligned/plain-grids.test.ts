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

const numbers = [
  ["1", "104", "0.31"],
  ["2", "97", "0.27"],
  ["3", "112", "0.40"],
  ["4", "101", "0.22"],
  ["5", "97", "0.35"],
  ["6", "120", "0.38"],
  ["7", "99", "0.19"],
  ["8", "108", "0.33"],
];
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

test("a grid of numbers that count its rows is a table", () => {
  const counted = Array.from({ length: 8 }, (_, y) => [1, 25, 100].map((first) => String(first + y)));
  expect(tablesOf(counted, 14)).toEqual([counted]);
});

test("a grid of numbers that hardly change is a table", () => {
  const sparse = Array.from({ length: 10 }, (_, y) => [3, 5, 8].map((at) => (at === y ? "1" : "0")));
  expect(tablesOf(sparse, 14)).toEqual([sparse]);
});

test("words in columns of equal width are a table if rows have white between them, and else an index", () => {
  expect(tablesOf(names, 28)).toEqual([names]);
  expect(tablesOf(names, 12)).toEqual([]);
});

test("they are no table if no column repeats a value, or the first one does, too", () => {
  const different = names.map(([tree = "", place = "", season = ""], y) => [tree, place, `${season} ${String(y)} a`]);
  expect(tablesOf(different, 28)).toEqual([]);
  const linked = names.slice(0, 3).flatMap((row) => [row, row.map(() => "Read more")]);
  expect(tablesOf(linked, 28)).toEqual([]);
});
