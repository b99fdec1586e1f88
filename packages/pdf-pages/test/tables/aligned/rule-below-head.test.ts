import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, styled, upright } from "../pages.ts";

const terms = [
  ["Term", "Meaning"],
  ["Key", "Opens a door"],
  ["Lock", "Keeps it shut"],
  ["Hinge", "Lets it turn"],
  ["Bolt", "Holds it"],
];
const lines = rowsAt(102, [50, 150], terms);

function tablesWith(rules: readonly Rule[], isMonospaced = false): readonly (readonly (readonly string[])[])[] {
  return findTables(pageOf(...styled(lines, { isMonospaced })), rules).map(({ rows }) => rows);
}

test.for([
  ["one rule below all heads", [flat(114, 45, 250)]],
  ["a rule below each head", [flat(114, 50, 70), flat(114, 150, 185)]],
] as const)("words in columns are a table with %s, also in a monospaced font", ([, rules]) => {
  expect(tablesWith(rules)).toEqual([terms]);
  expect(tablesWith(rules, true)).toEqual([terms]);
});

test.for([
  ["no rule", []],
  ["a rule below another row", [flat(128, 45, 250)]],
  ["a short rule", [flat(114, 45, 120)]],
  ["a rule above the heads", [flat(98, 45, 250)]],
] as const)("words in columns are no table with %s", ([, rules]) => {
  expect(tablesWith(rules)).toEqual([]);
});

test.for([
  ["along all rows", upright(120, 102, 168), true],
  ["along some rows", upright(120, 102, 140), false],
  ["down the page", upright(120, 60, 700), false],
  ["beside the columns", upright(40, 102, 168), false],
] as const)("words in columns are a table or none with a vertical rule %s", ([, rule, isTable]) => {
  expect(tablesWith([rule])).toEqual(isTable ? [terms] : []);
});

test("names in a monospaced font are a table below bold heads in another one", () => {
  const [heads, rows] = [lines.slice(0, 2), styled(lines.slice(2), { isMonospaced: true })];
  const tablesBelow = (head: readonly TextLine[]) =>
    findTables(pageOf(...head, ...rows), []).map((table) => table.rows);
  expect(tablesBelow(styled(heads, { isBold: true }))).toEqual([terms]);
  expect(tablesBelow(styled(heads, { isBold: true, isMonospaced: true }))).toEqual([]);
});
