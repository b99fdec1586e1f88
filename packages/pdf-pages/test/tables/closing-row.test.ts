import { expect, test } from "vitest";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, words } from "./pages.ts";

const body = [
  ["District", "Trees", "Change"],
  ["North", "4,210", "2.1 %"],
  ["South", "6,981", "0.3 %"],
  ["West", "3,005", "0.4 %"],
];
const xs = [50, 150, 250];
const rules = [100, 114, 156].map((y) => flat(y, 45, 300));

function rowsBelow(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [table] = findTables(pageOf(...rowsAt(102, xs, [...body, ...rows])), rules);
  return table?.rows.slice(body.length) ?? [];
}

test("totals right below the last rule of a table are its last row", () => {
  expect(rowsBelow([["Total", "14,196", "1.2 %"]])).toEqual([["Total", "14,196", "1.2 %"]]);
});

test("a last row with an empty cell counts", () => {
  expect(rowsBelow([["Overseas", "12"]])).toEqual([["Overseas", "12", ""]]);
});

test("words below the last rule are not a row", () => {
  expect(rowsBelow([["Source:", "the city", "of Malmö"]])).toEqual([]);
});

test("a caption below the last rule is no row, although numbers are beside it", () => {
  expect(rowsBelow([["Table 2", "14,196", "1.2 %"]])).toEqual([]);
});

test("a sentence below the last rule is no row", () => {
  const page = pageOf(...rowsAt(102, xs, body), words([50, 158], "In thousands of trees; 12 of them fell."));
  expect(findTables(page, rules)[0]?.rows).toHaveLength(body.length);
});

test("several rows below the last rule are all added", () => {
  const rows = [
    ["Subtotal", "100", "1.0 %"],
    ["Shipping", "18", "2.0 %"],
    ["Total", "118", "3.0 %"],
  ];
  expect(rowsBelow(rows)).toEqual(rows);
});

test("a row as far below the last rule as rows are from each other is the last row", () => {
  const spaced = body.flatMap((row, index) => rowsAt(102 + 24 * index, xs, [row]));
  const page = pageOf(...spaced, ...rowsAt(198, xs, [["Total", "14,196", "1.2 %"]]));
  const [table] = findTables(
    page,
    [100, 120, 187].map((y) => flat(y, 45, 300)),
  );
  expect(table?.rows).toHaveLength(body.length + 1);
});

test("the label of a closing row may span several columns of labels", () => {
  const rows = [
    ["District", "Kind", "Trees", "Change", "Age"],
    ["North", "ash", "4,210", "2.1 %", "12"],
    ["South", "oak", "6,981", "0.3 %", "41"],
    ["West", "elm", "3,005", "0.4 %", "35"],
  ];
  const columns = [50, 110, 170, 230, 290];
  const total = [
    words([60, 158], "Average of all kinds"),
    ...rowsAt(158, columns.slice(2), [["4,732", "0.9 %", "29"]]),
  ];
  const [table] = findTables(
    pageOf(...rowsAt(102, columns, rows), ...total),
    [100, 114, 156].map((y) => flat(y, 45, 330)),
  );
  expect(table?.rows.at(-1)).toEqual(["Average of all kinds", "", "4,732", "0.9 %", "29"]);
});

const bill = [
  ["Qty", "Item", "Rate", "Amount"],
  ["28", "Site visit and survey", "250.20", "889.33"],
  ["12", "Drawings for the roof", "32.51", "3,342.12"],
];
const billXs = [50, 100, 250, 320];

function lastOfBill(rows: readonly (readonly string[])[], last: readonly string[]): readonly string[] | undefined {
  const whole = [...bill, ...rows, last];
  const bottom = 100 + 14 * (whole.length - 1);
  const lines = [100, 114, bottom].map((y) => flat(y, 45, 370));
  const [table] = findTables(pageOf(...rowsAt(102, billXs, whole)), lines);
  return table?.rows.slice(bill.length + rows.length)[0];
}

test("a total is the last row if its label is in the column of the one above", () => {
  const subtotal = ["", "", "Subtotal", "4,231.45"];
  expect(lastOfBill([subtotal], ["", "", "Total", "5,077.74"])).toEqual(["", "", "Total", "5,077.74"]);
  expect(lastOfBill([subtotal], ["", "Total", "", "5,077.74"])).toBeUndefined();
});

test("a total is the last row if its label is in a column of numbers", () => {
  expect(lastOfBill([], ["Total", "", "", "4,231.45"])).toEqual(["Total", "", "", "4,231.45"]);
});
