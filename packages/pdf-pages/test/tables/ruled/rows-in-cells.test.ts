import { describe, expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { gridOf, pageOf, rowsAt } from "../pages.ts";

type Rows = readonly (readonly string[])[];

/** Lines 14 points apart in columns. */
interface Grid {
  readonly xs: readonly number[];
  readonly head: readonly string[];
  readonly lines: Rows;
}

/** The rows below the head of a grid, all of whose lines are in one grid row. */
function bodyOf({ xs, head, lines }: Grid): Rows | undefined {
  const right = (xs.at(-1) ?? 0) + 295;
  const rules = gridOf([...xs.map((x) => x - 5), right], [100, 114, 116 + 14 * lines.length]);
  return findTables(pageOf(...rowsAt(102, xs, [head, ...lines])), rules)[0]?.rows.slice(1);
}

describe("a gap between the lines of a label", () => {
  const grid = { xs: [50, 150], head: ["Part", "Use"] };

  test("starts another row if all cells have text beside the line below it", () => {
    const lines = [
      ["Alpha bolt", "holds the door"],
      ["", "with two hooks"],
      ["Gamma ring", "keeps it shut"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([
      ["Alpha bolt", "holds the door with two hooks"],
      ["Gamma ring", "keeps it shut"],
    ]);
  });

  test("is within a row if the line below it is alone", () => {
    const lines = [
      ["Alpha bolt", "holds the door"],
      ["", "with two hooks"],
      ["of the ring", ""],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([["Alpha bolt of the ring", "holds the door with two hooks"]]);
  });
});

describe("amounts below each other in a cell", () => {
  const grid = { xs: [50, 150, 250], head: ["Item", "Old", "New"] };

  test("are rows if other amounts are beside them", () => {
    const lines = [
      ["Rent", "12", "€14.50"],
      ["", "13", "€15.00"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual(lines);
  });

  test("are rows beside several labels, although some have no amount in a column", () => {
    const lines = [
      ["Anton Antich", "", "23", "23"],
      ["James Bond", "35", "", "35"],
    ];
    const wide = { xs: [50, 150, 200, 250], head: ["Person", "Moscow", "Bern", "Total"] };
    expect(bodyOf({ ...wide, lines })).toEqual(lines);
  });

  test("are rows if they are intervals in brackets or below zero", () => {
    const lines = [
      ["Female", "[0.73, 0.85]", "−0.46"],
      ["Male", "[0.59, 0.65]", "−0.59"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual(lines);
  });

  test("are no rows beside numbers below each other, as in the corners of the fields of a map", () => {
    const lines = [
      ["1", "3", "7"],
      ["0", "1", "1"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([["1 0", "3 1", "7 1"]]);
  });

  test("are no rows if they are in one cell alone", () => {
    const lines = [
      ["Rent", "12", "one"],
      ["", "13", "two"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([["Rent", "12 13", "one two"]]);
  });

  test("are no rows if words follow them in their cells", () => {
    const lines = [
      ["Rent", "12", "14"],
      ["", "13", "15"],
      ["", "each", "each"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([["Rent", "12 13 each", "14 15 each"]]);
  });
});

describe("labels with fewer lines than the cells beside them", () => {
  const grid = { xs: [50, 150, 250], head: ["Tree", "Look", "Age"] };

  test("are those of rows if nearly all cells have text beside each line of them", () => {
    const lines = [
      ["Oak", "tall tree", "old"],
      ["Elm", "thin", "new"],
      ["Ash", "grey bark of it", "new"],
      ["Fir", "green all year", "odd"],
      ["", "with cones", ""],
    ];
    const last = ["Fir", "green all year with cones", "odd"];
    expect(bodyOf({ ...grid, lines })).toEqual([...lines.slice(0, 3), last]);
  });

  test("are one label if cells end at different lines", () => {
    const lines = [
      ["Oak of", "tall tree", "old"],
      ["the", "very green", ""],
      ["wood", "thin", ""],
      ["", "grey bark", "new"],
      ["", "green", "odd"],
    ];
    expect(bodyOf({ ...grid, lines })).toEqual([
      ["Oak of the wood", "tall tree very green thin grey bark green", "old new odd"],
    ]);
  });
});

describe("lines of many words", () => {
  const texts = [
    "Open the cover of the old pump",
    "Turn the valve by one half, and wait for a minute",
    "Close the cover of it again",
  ];

  test("are rows if each has a label in the first column", () => {
    const lines = texts.map((text, index) => [`A${String(index + 1)}`, text]);
    expect(bodyOf({ xs: [50, 150], head: ["No.", "What to do"], lines })).toEqual(lines);
  });

  test("are one row if another cell has fewer lines", () => {
    const lines = texts.map((text, index) => [`A${String(index + 1)}`, ["Ann", "", "Cy"][index] ?? "", text]);
    expect(bodyOf({ xs: [50, 150, 250], head: ["No.", "Who", "What to do"], lines })).toHaveLength(1);
  });

  test("are one row if the first column is empty", () => {
    const lines = texts.map((text, index) => ["", `A${String(index + 1)}`, text]);
    expect(bodyOf({ xs: [50, 150, 250], head: ["", "No.", "What to do"], lines })).toHaveLength(1);
  });
});

test("rows below the head of a grid are not joined to another head, although the first number comes later", () => {
  const lines = [
    ["Oak", "tall"],
    ["Elm", "thin"],
    ["Ash", "grey"],
    ["Fir", "12"],
  ];
  expect(bodyOf({ xs: [50, 150], head: ["Tree", "Look"], lines })).toEqual(lines);
});

test("a frame with one vertical rule and several columns of numbers on one side has all of these columns", () => {
  const rows = [
    ["Item", "2022", "2023", "2024"],
    ["Rent", "12", "13", "14"],
    ["Fuel", "7", "8", "9"],
  ];
  const page = pageOf(...rowsAt(102, [50, 150, 200, 250], rows));
  expect(findTables(page, gridOf([45, 145, 300], [100, 114, 144]))[0]?.rows).toEqual(rows);
});

/** The rows of a grid whose rows have these lines. */
function rowsOfGrid(xs: readonly number[], rows: readonly Rows[]): Rows | undefined {
  const ys = [100];
  const lines = rows.flatMap((row) => {
    const top = ys.at(-1) ?? 0;
    ys.push(top + 2 + 14 * row.length);
    return rowsAt(top + 2, xs, row);
  });
  return findTables(pageOf(...lines), gridOf(xs.map((x) => x - 5).concat((xs.at(-1) ?? 0) + 145), ys))[0]?.rows;
}

describe("rules between all rows", () => {
  const tests = [[["Self test", "Hash of the firmware in use"]], [["Bypass", "Test of the switch"]]];

  test("keep the lines of a label together whose next word had no room", () => {
    const pair = [
      ["Pair-wise", "Sign by key"],
      ["consistency", "Write by key"],
      ["test", ""],
    ];
    expect(rowsOfGrid([50, 120], [[["Test", "Purpose"]], ...tests, pair])?.at(-1)).toEqual([
      "Pair-wise consistency test",
      "Sign by key Write by key",
    ]);
  });

  test("keep rows apart whose lines end although the next word had room", () => {
    const drivers = [
      ["gradient_of(tag)", "first"],
      ["hessian_of(tag)", "second"],
      ["tensor_of(tag)", "third"],
    ];
    expect(rowsOfGrid([50, 140], [[["Function", "Order"]], ...tests, drivers])?.slice(3)).toEqual(drivers);
  });
});

test("lines that repeat the one above are rows, although the cell is narrow", () => {
  const lines = [
    ["gradient_of(tag)", "fov"],
    ["hessian_of(tag)", "fov"],
    ["tensor_of(tag)", "fov"],
  ];
  const others = [[["Self test of it", "fos"]], [["Bypass of it", "hos"]]];
  const columns = rowsOfGrid([50, 140, 165], [[["Function", "Mode"]], ...others, lines]);
  expect(columns?.slice(3).map((row) => row.slice(0, 2))).toEqual(lines);
});

describe("one number in each line of a cell", () => {
  const head = [["Bytes", "Type", "Description"]];

  test("is a row if the numbers had room beside each other", () => {
    const lines = [
      ["2", "CARD16", "x-position"],
      ["2", "CARD16", "y-position"],
    ];
    expect(rowsOfGrid([50, 120, 200], [head, lines])).toEqual([...head, ...lines]);
  });

  test("is a part of a number if the cell is as narrow as one digit", () => {
    const lines = [
      ["1", "Android 12 on a phone", "Processor of 64 bits"],
      ["9", "with a large screen", "with acceleration"],
    ];
    expect(rowsOfGrid([50, 62, 180], [[["#", "System", "Processor"]], lines])?.at(-1)).toEqual([
      "1 9",
      "Android 12 on a phone with a large screen",
      "Processor of 64 bits with acceleration",
    ]);
  });
});
