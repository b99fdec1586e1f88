import { expect, test } from "vitest";
import type { Rule } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, styled } from "../pages.ts";

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
