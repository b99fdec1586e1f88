import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, words } from "../pages.ts";

const rows = [
  ["", "FY05", "FY06"],
  ["Monetary", "85,839", "65,844"],
  ["Material", "233,882", "306,709"],
  ["Total", "319,721", "371,923"],
];

function tablesAt(stepsPt: readonly number[]): readonly (readonly (readonly string[])[])[] {
  let y = 100;
  const lines = rows.flatMap((row, index) => {
    y += stepsPt[index] ?? 0;
    return row.flatMap((text, column) => (text === "" ? [] : [words([50 + 100 * column, y], text)]));
  });
  return findTables(pageOf(...lines), []).map((table) => table.rows);
}

test("rows with a wide and even distance are one table", () => {
  expect(tablesAt([0, 36, 36, 36])).toEqual([rows]);
});

test("rows at different wide distances are no table", () => {
  expect(tablesAt([0, 60, 36, 90])).toEqual([]);
});

test("rows that are further apart than double spacing are no table", () => {
  expect(tablesAt([0, 70, 70, 70])).toEqual([]);
});
