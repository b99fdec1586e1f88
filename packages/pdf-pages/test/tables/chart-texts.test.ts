import { describe, expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { box, pageOf, rowsAt, tick, words } from "./pages.ts";

const xs = [100, 160, 220, 280];

/** Four numbers in each of four rows, the middle of each column 10 points behind its start. */
const values = rowsAt(
  100,
  xs,
  Array.from({ length: 4 }, (_, row) => xs.map((_, column) => `0.${row + 1}${column + 1}`)),
);

/** Labels whose middles are those of the columns. */
const names = ["AAA", "BBB", "CCC", "DDD"];
const namesBelow = names.map((name, column) => words([(xs[column] ?? 0) + 2.5, 170], name));
const ticksBelow = xs.map((x) => tick(x + 10, 160, x + 10, 165));
const ticksLeft = [0, 1, 2, 3].map((row) => tick(85, 105 + 14 * row, 90, 105 + 14 * row));
const namesLeft = names.map((name, row) => words([65, 100 + 14 * row], name));

function tablesIn(lines: readonly TextLine[], rules: readonly Rule[]): readonly (readonly (readonly string[])[])[] {
  return findTables(pageOf(...lines), rules).map(({ rows }) => rows);
}

describe("the texts of a chart are no table", () => {
  test("between ticks with labels across and down", () => {
    const lines = [...values, ...namesBelow, ...namesLeft];
    expect(tablesIn(lines, [...ticksBelow, ...ticksLeft])).toEqual([]);
    expect(tablesIn(lines, [])).toHaveLength(1);
  });

  test("in a frame that has ticks with labels", () => {
    const frame = box(70, 95, 320, 160);
    expect(tablesIn([...values, ...namesBelow], [...ticksBelow, ...frame])).toEqual([]);
  });

  test("but those beside the chart may be one", () => {
    const others = rowsAt(300, xs, [
      ["Part", "Old", "New", "Sum"],
      ...names.map((name) => [name, "1.50", "2.25", "3.75"]),
    ]);
    const tables = tablesIn([...values, ...namesBelow, ...namesLeft, ...others], [...ticksBelow, ...ticksLeft]);
    expect(tables).toEqual([[["Part", "Old", "New", "Sum"], ...names.map((name) => [name, "1.50", "2.25", "3.75"])]]);
  });
});

describe("text is in a table", () => {
  test("if short lines are between its columns, not in their middles", () => {
    const between = xs.map((x) => tick(x - 20, 160, x - 20, 165));
    expect(tablesIn([...values, ...namesBelow], between)).toHaveLength(1);
  });

  test("also if dashes are drawn before the labels of its rows", () => {
    const parts = rowsAt(
      100,
      [100, 220, 280],
      [["Part", "Old", "New"], ...names.map((name) => [name, "1.50", "2.25"])],
    );
    const dashes = names.map((_, row) => tick(85, 119 + 14 * row, 93, 119 + 14 * row));
    expect(tablesIn(parts, dashes)).toEqual(tablesIn(parts, []));
    expect(tablesIn(parts, dashes)[0]?.map(([label]) => label)).toEqual(["Part", ...names]);
  });

  test("if only two ticks have labels", () => {
    expect(tablesIn([...values, ...namesBelow], ticksBelow.slice(0, 2))).toHaveLength(1);
  });
});
