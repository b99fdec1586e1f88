import { expect, test } from "vitest";
import { layoutTables, markdownTables } from "../../src/quality/score/tables-of.ts";

test("tables of Markdown are the lines between bars, without the line of dashes and without marks", () => {
  const markdown = "Text\n| A b | **C** |\n|:--|--:|\n| [x](y) | a\\|b |\n\nText\n| One | Two |\n| - | - |\n";
  expect(markdownTables(markdown)).toEqual([
    [
      ["ab", "c"],
      ["x", "a|b"],
    ],
    [["one", "two"]],
  ]);
});

test("the empty head of a table without one is no row", () => {
  expect(markdownTables("| | |\n|---|---|\n| a | b |\n| c | d |\n")).toEqual([
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ]);
});

test("a single line between bars is no table", () => {
  expect(markdownTables("| a | b |\ntext")).toEqual([]);
});

test("bars in fenced code draw no table", () => {
  const drawing = "```\n+---+\n| a |\n| b |\n+---+\n```\n";
  expect(markdownTables(`${drawing}| c | d |\n|---|---|\n| e | f |\n`)).toEqual([
    [
      ["c", "d"],
      ["e", "f"],
    ],
  ]);
});

test("tables of a layout in blanks are lines with wide gaps, over empty lines", () => {
  const text = "A heading\n  Year   Ducks\n\n  2019     120\nand then prose\nof two lines\n a  b\n";
  expect(layoutTables(text)).toEqual([
    [
      ["year", "ducks"],
      ["2019", "120"],
    ],
  ]);
});
