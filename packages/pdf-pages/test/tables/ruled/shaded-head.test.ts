import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { box, flat, gridOf, pageOf, rowsAt, words } from "../pages.ts";

const xs = [50, 200, 270, 340];
const heads = [
  ["", "Adopted", "Amended", "Proposed"],
  ["", "budget", "budget", "budget"],
];
const body = [
  ["Property taxes", "1,639", "89,621", "89,117"],
  ["Sales taxes", "27,575", "76,424", "73,757"],
  ["Licences", "88,996", "82,795", "65,654"],
];
const whole = [["", "Adopted budget", "Amended budget", "Proposed budget"], ...body];

function tablesWith(rules: Parameters<typeof findTables>[1], top = 134) {
  const lines = [...rowsAt(102, xs, heads), ...rowsAt(top, xs, body)];
  return findTables(pageOf(...lines), rules).map(({ rows }) => rows);
}

test("shaded heads of several lines are in the table below them", () => {
  expect(tablesWith(box(45, 100, 400, 130))).toEqual([whole]);
});

test("shaded heads are in the table below them also if each is a box", () => {
  expect(tablesWith(gridOf([45, 195, 265, 335, 400], [100, 130]))).toEqual([whole]);
});

test("shaded heads of two levels are in the table below them", () => {
  const columns = [50, 150, 220, 290, 360];
  const two = [
    ["Area", "Number", "Share", "Number", "Share"],
    ["Harbour", "663", "2.5", "478", "1.9"],
    ["Market", "232", "0.9", "241", "0.9"],
    ["Garden", "895", "3.4", "718", "2.8"],
  ];
  const years = [words([195, 102], "2001"), words([335, 102], "2002")];
  const lines = [...years, ...rowsAt(116, columns, two.slice(0, 1)), ...rowsAt(134, columns, two.slice(1))];
  const found = findTables(pageOf(...lines), box(45, 100, 425, 130));
  expect(found.map(({ rows }) => rows)).toEqual([[["", "2001", "2001", "2002", "2002"], ...two]]);
});

test("lines between two rules are a table if those below are far away", () => {
  const rules = [100, 130].map((y) => flat(y, 45, 400));
  expect(tablesWith(rules, 190)).toHaveLength(2);
});
