import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, words } from "../pages.ts";

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
