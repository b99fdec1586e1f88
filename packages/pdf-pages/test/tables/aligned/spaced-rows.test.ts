import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, words } from "../pages.ts";

const rows = [
  ["", "FY05", "FY06"],
  ["Monetary", "85,839", "65,844"],
  ["Material", "233,882", "306,709"],
  ["Total", "319,721", "371,923"],
];

/** Returns the tables of rows at some distances, whose lines have boxes that are higher by some points. */
function tablesAt(stepsPt: readonly number[], higherPt = 0): readonly (readonly (readonly string[])[])[] {
  let y = 100;
  const lines = rows.flatMap((row, index) => {
    y += stepsPt[index] ?? 0;
    return row.flatMap((text, column) => (text === "" ? [] : [words([50 + 100 * column, y], text)]));
  });
  const higher = lines.map((line) => {
    const box = { ...line.box, y0: line.box.y0 - higherPt / 2, y1: line.box.y1 + higherPt / 2 };
    return { ...line, box, runs: line.runs.map((run) => ({ ...run, box })) };
  });
  return findTables(pageOf(...higher), []).map((table) => table.rows);
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

test.for([0, 4.6])("rows at the same distances are one table if their boxes are %f points higher", (higherPt) => {
  expect(tablesAt([0, 30, 33.5, 27], higherPt)).toEqual([rows]);
  expect(tablesAt([0, 30, 37, 27], higherPt)).not.toEqual([rows]);
});
