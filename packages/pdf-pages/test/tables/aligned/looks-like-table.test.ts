import { describe, expect, test } from "vitest";
import type { Rule, TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, styled } from "../pages.ts";

type Rows = readonly (readonly string[])[];

function tablesOf(lines: readonly TextLine[], rules: readonly Rule[] = []): readonly Rows[] {
  return findTables(pageOf(...lines), rules).map(({ rows }) => rows);
}

/** The tables among lines between horizontal rules at these heights. */
function tablesBetween(lines: readonly TextLine[], ys: readonly number[]): readonly Rows[] {
  return tablesOf(
    lines,
    ys.map((y) => flat(y, 45, 420)),
  );
}

test("a numbered list with numbers of lines is no table", () => {
  const items = ["Read the configuration", "Connect to the server", "Authenticate the user", "Open the device"];
  const numbered = items.map((text, index) => [String(25 + index), `${String(index + 1)}.`, text]);
  expect(tablesOf(rowsAt(102, [50, 80, 110], numbered))).toEqual([]);
});

test("a numbered list between two rules is no table, unless it has heads", () => {
  const items = [
    ["1.", "Open the door"],
    ["2.", "Turn the key"],
    ["3.", "Close the door"],
    ["4.", "Lock it"],
  ];
  const headed = [["No.", "Step"], ...items];
  const bracketed = items.map(([number = "", text = ""]) => [`(${number.slice(0, 1)})`, text]);
  expect(tablesBetween(rowsAt(102, [50, 80], items), [100, 160])).toEqual([]);
  expect(tablesBetween(rowsAt(102, [50, 80], bracketed), [100, 160])).toEqual([]);
  expect(tablesBetween(rowsAt(102, [50, 80], headed), [100, 174])).toEqual([headed]);
});

test("members in the box of a class are a list, whatever their marks", () => {
  for (const mark of ["+", "-", "•"]) {
    const members = [
      [mark, "name: char"],
      [mark, "number: UUID"],
      [mark, "status: Status"],
    ];
    expect(tablesBetween(rowsAt(102, [50, 80], members), [100, 146])).toEqual([]);
  }
});

test("contents between the rules of header and footer are no table, unless another rule divides them", () => {
  const contents = [
    ["Articles", "3"],
    ["What is known", "31"],
    ["Further reading", "49"],
  ];
  const headed = [["Title", "Page"], ...contents];
  expect(tablesBetween(rowsAt(104, [50, 400], contents), [100, 150])).toEqual([]);
  expect(tablesBetween(rowsAt(104, [50, 400], headed), [100, 116, 165])).toEqual([headed]);

  const groups = [...contents, ["Index", "52"], ["Notes", "60"], ["Words", "71"]];
  expect(tablesBetween(rowsAt(104, [50, 400], groups), [100, 144, 190])).toEqual([groups]);
});

test("contents that go on in the next column are no table, and values that begin again are one", () => {
  const names = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
  const rows = (from: number) => names.map((name, index) => [name, `${index + 2}`, `${name} two`, `${index + from}`]);
  expect(tablesOf(rowsAt(104, [50, 150, 250, 350], rows(9)))).toEqual([]);
  expect(tablesOf(rowsAt(104, [50, 150, 250, 350], rows(1)))).toEqual([rows(1)]);
});

test("words with the numbers of their pages, in columns, are an index", () => {
  const letters = ["A", "", "", "", ""];
  const entries = letters.map((letter, row) => [
    letter || `Alloc${row}, ${row + 3}`,
    `List${row}, ${row + 4}, ${row + 9}`,
  ]);
  expect(tablesOf(rowsAt(104, [50, 250], entries))).toEqual([]);
});

test("numbers that rise by hundreds behind many labels are no pages of contents", () => {
  const rows = ["Lorem", "ipsum", "dolor", "sit", "amet", "at"].map((label, index) => [
    label,
    `${index === 5 ? 4995 : 111 * (index + 1)}`,
  ]);
  expect(tablesOf(rowsAt(104, [50, 200], rows))).toEqual([rows]);
  const parts = [
    ["First part", "1"],
    ["Second part", "310"],
    ["Third part", "655"],
  ];
  expect(tablesOf(rowsAt(104, [50, 200], parts))).toEqual([]);
});

test("chapters on the same page are contents", () => {
  const chapters = [
    ["1", "Introduction", "1"],
    ["2", "License", "1"],
    ["3", "Installation", "1"],
  ];
  expect(tablesOf(rowsAt(104, [50, 80, 300], chapters))).toEqual([]);
});

describe("monospaced lines with gaps at the same places", () => {
  const xs = [50, 140, 230, 320];
  const commands = [
    ["mkdir", "-p", "build", "&& cd build"],
    ["cmake", "here", "-G", "Ninja"],
    ["ninja", "all", "docs", "install"],
    ["ctest", "-j", "four", "--verbose"],
  ];

  test("are code if they are different words between two rules", () => {
    const lines = rowsAt(102, xs, commands);
    expect(tablesBetween(styled(lines, { isMonospaced: true }), [100, 160])).toEqual([]);
    expect(tablesBetween(styled(lines, { isMonospaced: true }), [100, 130, 160])).toEqual([]);
    expect(tablesBetween(lines, [100, 160])).toEqual([commands]);
  });

  test("are a table if words repeat in a column, or numbers are in it", () => {
    for (const kinds of [
      ["fast", "fast", "slow", "slow"],
      ["12", "14", "9", "31"],
    ]) {
      const rows = commands.map((row, index) => row.with(2, kinds[index] ?? ""));
      const lines = styled(rowsAt(102, xs, rows), { isMonospaced: true });
      expect(tablesBetween(lines, [100, 160])).toEqual([rows]);
    }
  });

  test("are no table if cells have numbers of several columns", () => {
    const printed = [
      ["rate", "0.12 0.31", "0.45", "0.61"],
      ["size", "0.22 0.32", "0.46", "0.62"],
      ["load", "0.14 0.33", "0.47", "0.63"],
      ["time", "0.15 0.34", "0.48", "0.64"],
    ];
    const single = printed.map((row) => row.map((text) => text.slice(0, 4)));
    expect(tablesOf(styled(rowsAt(102, xs, printed), { isMonospaced: true }))).toEqual([]);
    expect(tablesOf(styled(rowsAt(102, xs, single), { isMonospaced: true }))).toEqual([single]);
    expect(tablesOf(rowsAt(102, xs, printed))).toEqual([printed]);
  });
});
