import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, words } from "../pages.ts";

/** Labels with values beside their last line. Lines of a label are about as far apart as short rows. */
function printed(rows: readonly (readonly [label: readonly string[], ...values: readonly string[]])[]) {
  let y = 115;
  const valuesAt = (top: number, texts: readonly string[], isBold = false) =>
    texts.map((text, index) => words([280 + 80 * index, top], text, { isRight: true, isBold }));
  const body = rows.flatMap(([label, ...values]) => {
    const lines = label.map((text, index) => words([50, y + 11.7 * index], text));
    const last = y + 11.7 * (label.length - 1);
    y = last + (label.length > 1 ? 11 : 13);
    return [...lines, ...valuesAt(last, values)];
  });
  return findTables(pageOf(...valuesAt(102, ["2025", "2024", "Change"], true), ...body), []);
}

test("values beside the last line of their label, as in a spreadsheet", () => {
  const [table] = printed([
    [["Interest received"], "55,851", "(29,201)", "-15.1%"],
    [["Dividends paid"], "93,506", "8,946", "-6.4%"],
    [["Exchange differences", "on translation of", "foreign operations"], "74,487", "66,014", "-21.4%"],
    [["Movement in working", "capital before any", "provisions"], "(57,069)", "79,525", "-25.6%"],
    [["Proceeds from sales", "of plants"], "72,762", "50,115", "-24.7%"],
  ]);

  expect(table?.rows).toEqual([
    ["", "2025", "2024", "Change"],
    ["Interest received", "55,851", "(29,201)", "-15.1%"],
    ["Dividends paid", "93,506", "8,946", "-6.4%"],
    ["Exchange differences on translation of foreign operations", "74,487", "66,014", "-21.4%"],
    ["Movement in working capital before any provisions", "(57,069)", "79,525", "-25.6%"],
    ["Proceeds from sales of plants", "72,762", "50,115", "-24.7%"],
  ]);
});

const xs = [50, 130, 200, 260];
const head = ["Relation", "Impact", "Single", "Group"];

/** Rows of values 12 points apart, and labels at their own heights, between rules. */
function between(values: readonly (readonly string[])[], labels: readonly (readonly [y: number, text: string])[]) {
  const lines = [
    ...rowsAt(100, xs, [head]),
    ...values.flatMap((row, index) => rowsAt(118 + 12 * index, xs.slice(1), [row])),
    ...labels.map(([y, text]) => words([50, y], text)),
  ];
  const end = 118 + 12 * values.length;
  return findTables(pageOf(...lines), [flat(97, 50, 300), flat(114, 50, 300), flat(end, 50, 300)])[0]?.rows;
}

test("a label centred beside several rows is in the first of them", () => {
  const values = ["1.5", "2.5", "3.5", "4.5", "5.5", "6.5"].map((value, index) => [
    index % 2 === 0 ? "No" : "Yes",
    value,
    "9",
  ]);
  const labels = [
    [124, "Random"],
    [160, "Linear"],
  ] as const;
  expect(between(values, labels)).toEqual([
    head,
    ["Random", "No", "1.5", "9"],
    ["", "Yes", "2.5", "9"],
    ["Linear", "No", "3.5", "9"],
    ["", "Yes", "4.5", "9"],
    ["", "No", "5.5", "9"],
    ["", "Yes", "6.5", "9"],
  ]);
});
