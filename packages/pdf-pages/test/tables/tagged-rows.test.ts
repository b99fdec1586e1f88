import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { pageOf, words, type Look } from "./pages.ts";

const xs = [50, 150, 400] as const;

function tag(row: number, cell: number, isHeader = false): Look {
  return {
    isBold: isHeader,
    tag: { role: isHeader ? "TH" : "TD", element: cell, listDepth: 0, cell: { table: 1, row, cell, isHeader } },
  };
}

const body: readonly TextLine[] = [100, 140].flatMap((y, index) => [
  words([xs[0], y], `P-0${index}`, tag(10 + index, 20 + index)),
  words([xs[1], y], "Harbour quick in transport", tag(10 + index, 30 + index)),
  words([xs[2], y], "584.42", tag(10 + index, 40 + index)),
]);

const heads = [words([xs[1], 40], "Remarks", tag(2, 3, true)), words([xs[2], 40], "Cost", tag(2, 4, true))];

test("untagged heads beside tagged ones are heads of the same table", () => {
  const [table] = findTables(pageOf(words([xs[0], 40], "Code", { isBold: true }), ...heads, ...body), []);
  expect(table?.rows[0]).toEqual(["Code", "Remarks", "Cost"]);
  expect(table?.headerRows).toBe(1);
});

test("a word beside the heads in another type is not one", () => {
  const [table] = findTables(pageOf(words([xs[0], 40], "Page 2"), ...heads, ...body), []);
  expect(table?.rows[0]).toEqual(["", "Remarks", "Cost"]);
});

test("the rest of a row tagged as cells of the repeated head is a separate row", () => {
  const rest = words([xs[1], 60], "expected in the north", tag(2, 5, true));
  const [table] = findTables(pageOf(words([xs[0], 40], "Code", { isBold: true }), ...heads, rest, ...body), []);
  expect(table?.rows.slice(0, 2)).toEqual([
    ["Code", "Remarks", "Cost"],
    ["", "expected in the north", ""],
  ]);
  expect(table?.headerRows).toBe(1);
});

const untagged = [words([xs[0], 40], "Code"), words([xs[1], 40], "Remarks"), words([xs[2], 40], "Cost")];
const rest = [words([xs[1], 60], "expected in"), words([xs[1], 72], "the north")];

test("an untagged head and rest of a row above the tagged rows are rows of the table", () => {
  const [table] = findTables(pageOf(...untagged, ...rest, ...body.map(lower)), []);
  expect(table?.rows.slice(0, 3)).toEqual([
    ["Code", "Remarks", "Cost"],
    ["", "expected in the north", ""],
    ["P-00", "Harbour quick in transport", "584.42"],
  ]);
  expect(table?.headerRows).toBe(1);
});

test("the rest of a row alone leaves the table without a head", () => {
  const [table] = findTables(pageOf(...rest, ...body.map(lower)), []);
  expect(table?.rows[0]).toEqual(["", "expected in the north", ""]);
  expect(table?.headerRows).toBe(0);
});

test.for([
  ["a line over the first column alone", [words([xs[0], 72], "Ports")]],
  ["a line over several columns", [words([xs[0], 72], "All of the ports of the north in one table")]],
  ["a line far above the table", [words([xs[1], 30], "Remarks")]],
] as const)("%s stays outside", ([, lines]) => {
  const [table] = findTables(pageOf(...lines, ...body.map(lower)), []);
  expect(table?.rows[0]).toEqual(["P-00", "Harbour quick in transport", "584.42"]);
});

/** Moves a line of the body up to right below the untagged lines. */
function lower(line: TextLine): TextLine {
  const shift = (box: TextLine["box"]): TextLine["box"] => ({ ...box, y0: box.y0 - 14, y1: box.y1 - 14 });
  return { ...line, box: shift(line.box), runs: line.runs.map((run) => ({ ...run, box: shift(run.box) })) };
}
