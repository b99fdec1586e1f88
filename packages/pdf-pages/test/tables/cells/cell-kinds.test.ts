import { expect, test } from "vitest";
import { areNumbers, isBullet, isNumeric } from "../../../src/tables/cells/cell-kinds.ts";

test.for([
  ["125.74°", true],
  ["12° 30′ 5″", true],
  ["3‰", true],
  ["TRUE", true],
  ["#N/A", true],
  ["#VALUE!", true],
  ["Err:502", true],
  ["###", true],
  ["True story", false],
  ["#1 seller", false],
] as const)("%s is what fills a column of numbers: %s", ([text, expected]) => {
  expect(isNumeric(text)).toBe(expected);
});

test.for([
  ["125.74°      2,581,000 ", true],
  [" TRUE #N/A", true],
  ["EUR 4,696.50 743.10", true],
  ["11 11 week day on Sunday", true],
  ["11 week days on Sunday", false],
  ["chapter 12 has 3 parts and 4 notes", false],
  [`${"1 ".repeat(200)}`, false],
] as const)("%s is several cells of numbers: %s", ([text, expected]) => {
  expect(areNumbers(text)).toBe(expected);
});

test("bullets of several lines in one cell are bullets", () => {
  expect(["•", "• •", "• a"].map(isBullet)).toEqual([true, true, false]);
});
