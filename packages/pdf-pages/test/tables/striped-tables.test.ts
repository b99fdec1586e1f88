import { expect, test } from "vitest";
import type { Rule, Table, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { box, flat, pageOf, rowsAt, words } from "./pages.ts";

const xs = [50, 150, 250];
const edges = [45, 145, 245, 345];

/** The cells of a shaded row. */
function shaded(top: number, bottom: number): readonly Rule[] {
  return edges.slice(1).flatMap((x1, index) => box(edges[index] ?? 0, top, x1, bottom));
}

function only(lines: readonly TextLine[], rules: readonly Rule[]): Table | undefined {
  const tables = findTables(pageOf(...lines), rules);
  expect(tables).toHaveLength(1);
  return tables[0];
}

const people = [
  ["Name", "City", "Post"],
  ["Ada", "London", "Clerk"],
  ["Alan", "Wilmslow", "Fellow"],
  ["Grace", "Arlington", "Admiral"],
  ["Edsger", "Nuenen", "Professor"],
  ["Barbara", "Boston", "Professor"],
];

test("the head and the first row above the first shaded row are two rows", () => {
  const table = only(rowsAt(102, xs, people), [...shaded(128, 142), ...shaded(156, 170)]);

  expect(table?.rows).toEqual(people);
  expect(table?.headerRows).toBe(1);
});

test("an unshaded row may be much higher than the shaded ones", () => {
  const rows = rowsAt(102, xs, [...people.slice(0, 3), ["Grace", "Arlington", "Admiral of the"]]);
  const wrapped = ["navy, and a", "teacher of", "mathematics"].map((text, index) =>
    words([250, 156 + 12 * index], text),
  );
  const lines = [...rows, ...wrapped, ...rowsAt(196, xs, people.slice(4, 5))];
  const table = only(lines, [...shaded(100, 114), ...shaded(128, 142), ...shaded(194, 208)]);

  expect(table?.rows).toEqual([
    ...people.slice(0, 3),
    ["Grace", "Arlington", "Admiral of the navy, and a teacher of mathematics"],
    ...people.slice(4, 5),
  ]);
});

test("a last row below the last shaded one may have empty cells", () => {
  const rows = [
    ["Site", "Water", "Gas", "Rail"],
    ["Hereford", "12", "715", "29"],
    ["Dundee", "57", "745", "36"],
    ["Oxford", "", "870", "311"],
    ["Sheffield", "", "565", ""],
  ];
  const cells = (top: number): readonly Rule[] =>
    [45, 145, 205, 265].flatMap((x0, index) => box(x0, top, [145, 205, 265, 325][index] ?? 0, top + 14));
  const table = only(rowsAt(102, [50, 150, 210, 270], rows), [...cells(114), ...cells(142)]);

  expect(table?.rows).toEqual(rows);
});

test("boxes that are only joined by lines are a diagram", () => {
  const tops = [100, 160, 220];
  const boxes = tops.flatMap((y) => [50, 170, 290].flatMap((x) => box(x, y, x + 80, y + 40)));
  const arrows = tops.flatMap((y) => [130, 250].map((x) => flat(y + 20, x, x + 40)));
  const lines = tops.flatMap((y, row) =>
    rowsAt(y + 5, [60, 180, 300], [[`Collect ${row}`, `Check ${row}`, `Publish ${row}`]]),
  );

  expect(findTables(pageOf(...lines), [...boxes, ...arrows])).toEqual([]);
});
