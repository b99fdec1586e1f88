import { ReadError } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { parseRange, rangeAddress, wholeSheet } from "@reader/document/tables";
import { selectSheets } from "../../../src/sheets/read-sheets.ts";
import { splitSelection } from "../../../src/sheets/selection/split-selection.ts";
import { type NamedRange } from "../../../src/sheets/workbook.ts";
import { sheet, workbook } from "../made-workbook.ts";

const orders: NamedRange = {
  name: "Orders",
  kind: "table",
  refersTo: "Q3!B2:D9",
  sheet: 0,
  range: parseRange("B2:D9") ?? wholeSheet,
  totalsRows: 1,
  columns: ["Day", "Net\nprice", "Tax [%], all"],
};

const names: readonly NamedRange[] = [
  orders,
  { ...orders, name: "Bare", headerRows: 0, totalsRows: 0 },
  { name: "Prices", kind: "name", refersTo: "Orders[Net price]" },
  { name: "Loop", kind: "name", refersTo: "Pool" },
  { name: "Pool", kind: "name", refersTo: "Loop" },
];
const book = workbook([sheet({ name: "Q3" })], { names: () => Promise.resolve(names) });

async function rangesOf(select: string): Promise<string> {
  const { sheets } = await selectSheets(book, { path: "a.xlsx", context: { select, pages: undefined } });
  return sheets.flatMap(({ ranges = [] }) => ranges.map(rangeAddress)).join(",");
}

describe("a reference to a table", () => {
  test.for([
    ["Orders", "B2:D9"],
    ["Orders[]", "B2:D9"],
    ["Orders[#All]", "B2:D9"],
    ["Orders[#Data]", "B3:D8"],
    ["Orders[#Headers]", "B2:D2"],
    ["Orders[#Totals]", "B9:D9"],
    ["Orders[day]", "B2:B9"],
    ["Orders[Net price]", "C2:C9"],
    ["Orders[[Day]:[Net price]]", "B2:C9"],
    ["Orders[[Net price]:[Day]]", "B2:C9"],
    ["Orders[[#Data],[Day]]", "B3:B8"],
    ["Orders[[#Headers],[#Data],[Day]:[Net price]]", "B2:C8"],
    ["Orders[Tax '[%'], all]", "D2:D9"],
    ["Bare[#Data]", "B2:D9"],
    ["Prices", "C2:C9"],
  ])("%s is %s", async ([select = "", expected]) => {
    expect(await rangesOf(select)).toBe(expected);
  });

  test.for([
    ["Orders[Nothing]", 'no column "Nothing" in the table "Orders", which has "Day", '],
    ["Orders[[Day]:[Nothing]]", 'no column "Nothing" in the table "Orders"'],
    ["Orders[[Day],[Net price],[Day]]", "no sheet, table, name or range"],
    ["Orders[#Nothing]", "no sheet, table, name or range"],
    ["Bare[#Totals]", "no sheet, table, name or range"],
    ["Loop", 'no range for the name "Loop"'],
  ])("%s is out of range", async ([select = "", message = ""]) => {
    const error: unknown = await rangesOf(select).catch((thrown: unknown) => thrown);
    expect(ReadError.is(error) && error.code === "out-of-range" ? error.message : "").toContain(message);
  });
});

describe("special characters in sheet names", () => {
  const sheets = ["Sales, 2020", "=odd", "O'Brien", "a[b", "Sales"];

  test.for([
    ["Sales, 2020", ["Sales, 2020"]],
    ["sales, 2020!A1:B2; Sales", ["sales, 2020!A1:B2", "Sales"]],
    ["Sales, =odd", ["Sales", "=odd"]],
    ["=odd!A1", ["=odd!A1"]],
    ["O'Brien, a[b!A1, Sales", ["O'Brien", "a[b!A1", "Sales"]],
    ["Sales, 2021", ["Sales", "2021"]],
  ] as const)("do not divide %j", ([select, expected]) => {
    const { parts, withFormulas } = splitSelection(select, sheets);
    expect([parts.map(({ text }) => text), withFormulas]).toEqual([expected, false]);
  });

  test("may be asked for with formulas", () => {
    expect(splitSelection("==odd!A1", sheets)).toMatchObject({ withFormulas: true, parts: [{ sheet: "=odd" }] });
  });
});
