import { describe, expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { gridOf, pageOf, rowsAt, styled, words } from "../pages.ts";

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

describe("the terms of equations in a body font", () => {
  const xs = [50, 100, 130, 220];

  function tablesAt(cells: Cells): readonly Cells[] {
    return findTables(pageOf(...rowsAt(100, xs, cells)), []).map(({ rows }) => rows);
  }

  test("are no table beside signs of relations, of which one repeats", () => {
    const equations = [
      ["area", "=", "width by height"],
      ["sum", "=", "all of them"],
      ["share", "<", "a half"],
      ["rest", "=", "one less share"],
    ];
    expect(tablesAt(equations)).toEqual([]);
    const signs = equations.map((row, index) => row.with(1, ["=", "≤", "<", "≈"][index] ?? ""));
    expect(tablesAt(signs)).toEqual([signs]);
  });

  test("are no table beside the pieces of a bracket", () => {
    const matrix = [
      ["first", "⎛", "top of all", "left part"],
      ["second", "⎜", "middle", "of it"],
      ["third", "⎝", "bottom", "right"],
    ];
    expect(tablesAt(matrix)).toEqual([]);
    const plain = matrix.map((row) => row.with(1, "to"));
    expect(tablesAt(plain)).toEqual([plain]);
  });
});

describe("numbers that rise by equal steps in rows without labels", () => {
  const xs = [50, 120, 170, 220];
  const grid = gridOf([45, 115, 165, 215, 265], [100, 114, 128, 142, 156]);
  const names = ["North", "", "South", ""];

  /** The tables among three rows of numbers and one of names, without rules and with those of a grid. */
  function tablesWith(values: (row: number) => readonly string[]): readonly (readonly Cells[])[] {
    const page = pageOf(...rowsAt(102, xs, [names, ...[0, 1, 2].map(values)]));
    return [[], grid].map((rules) => findTables(page, rules).map((table) => table.rows.slice(1)));
  }

  test.for([
    ["from zero", ["0", "10", "20", "30"]],
    ["through zero", ["-10", "0", "10", "20"]],
    ["by fractions", ["0.5", "1.0", "1.5", "2.0"]],
  ] as const)("are the marks of axes if all rows have the same, %s", ([, marks]) => {
    expect(tablesWith(() => marks)).toEqual([[], []]);
  });

  test("are marks of axes also if they fall down the columns, and values if they rise there or have labels", () => {
    const fall = ["40", "30", "20", "10", "0"].map((mark) => [mark, mark]);
    const labelled = fall.map((row, index) => [`Sales ${"abcde"[index] ?? ""}`, ...row]);
    const tables = [fall, fall.toReversed(), labelled].map((rows) => {
      const rules = gridOf([45, 115, 165, 215].slice(0, (rows[0]?.length ?? 0) + 1), [100, 114, 128, 142, 156, 170]);
      return findTables(pageOf(...rowsAt(102, xs, rows)), rules).map((table) => table.rows);
    });
    expect(tables).toEqual([[], [fall.toReversed()], [labelled]]);
  });

  test.for([
    ["rows differ", (row: number) => [0, 10, 20, 30].map((mark) => String(mark * (row + 1)))],
    ["they are whole numbers without zero", () => ["10", "20", "30", "40"]],
    ["other numbers follow", (row: number) => (row < 2 ? ["0", "10", "20", "30"] : ["7", "1", "12", "5"])],
  ] as const)("are values if %s", ([, values]) => {
    const rows = [0, 1, 2].map(values);
    expect(tablesWith(values)).toEqual([[rows], [rows]]);
  });

  test("are the answers of a questionnaire beside labels", () => {
    const head = ["", "Never", "Some days", "Most days", "Daily"];
    const rows = ["Sleep", "Appetite", "Mood"].map((label) => [label, "0", "1", "2", "3"]);
    const page = pageOf(...rowsAt(102, [50, 150, 250, 350, 450], [head, ...rows]));
    const rules = gridOf([45, 145, 245, 345, 445, 545], [100, 114, 128, 142, 156]);
    expect([[], rules].map((each) => findTables(page, each).map((table) => table.rows))).toEqual([
      [[head, ...rows]],
      [[head, ...rows]],
    ]);
  });
});

test("columns that fall alike below their heads are values", () => {
  const falls = ["4%", "3%", "2%", "1%", "0%"].map((share, row) => [`Year ${"abcde"[row] ?? ""}`, share, share]);
  const charges = [["Contract year", "Class A", "Class B"], ...falls];
  const page = pageOf(...rowsAt(102, [50, 150, 250], charges));
  const grid = gridOf([45, 145, 245, 345], [100, 114, 128, 142, 156, 170, 184]);
  const tables = [[], grid].map((rules) => findTables(page, rules).map(({ rows }) => rows));
  expect(tables).toEqual([[charges], [charges]]);
});

test("signs of relations below their own head are values", () => {
  const filters = [
    ["Field", "Operator", "Value", "Comment"],
    ["status", "=", "open", "all new ones"],
    ["age", ">", "30", "older than"],
    ["owner", "=", "me", "only own"],
    ["size", ">", "10", "large ones"],
  ];
  const lines = rowsAt(100, [50, 150, 230, 320], filters);
  const headed = [...styled(lines.slice(0, 4), { isBold: true }), ...lines.slice(4)];
  expect(findTables(pageOf(...headed), []).map(({ rows }) => rows)).toEqual([filters]);
});

test("items of an array, definitions with comments and boxes drawn with bars are no tables", () => {
  const item = (value: number): string => `${String(value)},`;
  const array = numbers.map((_, y) => [item(y), item(y * y), item(7 - y), "0 ],"]);
  expect(tablesOf(array, 14)).toEqual([]);
  expect(
    tablesOf(
      array.map((row) => row.map((text) => text.replace(",", ""))).map((row) => row.slice(0, 3)),
      14,
    ),
  ).toHaveLength(1);
  const code = numbers.map(([first = "", second = ""]) => [`#define N${first}`, second, `/* Size ${first}`, "*/"]);
  expect(tablesOf(code, 14)).toEqual([]);
  const drawing = names.map(([tree = "", place = ""]) => ["|", tree, "|", place, "|"]);
  expect(tablesOf(drawing, 28)).toEqual([]);
});
