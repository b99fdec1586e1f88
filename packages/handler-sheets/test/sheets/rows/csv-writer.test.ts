import { expect, test } from "vitest";
import { createCsvWriter } from "../../../src/sheets/rows/csv-writer.ts";
import { row } from "../made-workbook.ts";

const options = { withFormulas: false, firstColumn: 1, omittedColumns: [] };

test("long rows do not wait for others", () => {
  const writer = createCsvWriter(options);
  const long = "x".repeat(600_000);
  const slice = (number: number) => ({ rows: [row(number, long, "y")], characters: long.length + 1 });
  expect(writer.write(slice(1))).toBe("");
  expect(writer.write(slice(2))).toBe(`${long},y\n`.repeat(2));
  expect(writer.write({ rows: [row(3, "z")], characters: 1 })).toBe("z,\n");
  expect(writer.end()).toBe("");
});

test("many rows at once are written", () => {
  const writer = createCsvWriter(options);
  const rows = Array.from({ length: 300_000 }, (_, at) => row(at + 1, "x"));
  expect(writer.write({ rows, characters: rows.length })).toHaveLength(600_000);
});
