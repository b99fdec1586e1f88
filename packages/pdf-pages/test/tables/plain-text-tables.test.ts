import { expect, test } from "vitest";
import type { CharacterLine } from "../../src/model/page-model.ts";
import type { Table, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { suggestsTable } from "../../src/tables/suggests-table.ts";
import { box, characterPt, flat, pageOf, rowsAt, words } from "./pages.ts";

/** Lines of a program for plain text, which moves to the next column with spaces. */
function plainLines(texts: readonly string[]): readonly TextLine[] {
  return texts.map((text, index) => words([50, 100 + 12 * index], text, { isMonospaced: true }));
}

function charactersOf({ runs, box }: TextLine): CharacterLine {
  const text = runs.map((run) => run.text).join("");
  const signs = [...text].flatMap((sign, index) => {
    const x0 = box.x0 + index * characterPt;
    return sign === " " ? [] : [{ sign, x0, x1: x0 + characterPt }];
  });
  return { y: box.y0 + 8, signs };
}

function tablesIn(texts: readonly string[]): readonly Table[] {
  const lines = plainLines(texts);
  return findTables(pageOf(...lines), [], () => lines.map(charactersOf));
}

const stock = [
  "Site         Water     Gas  State",
  "---------------------------------",
  "Leeds          120    4,310  open",
  "St Albans               617  shut",
  "York and                     open",
  "  Selby        936       56      ",
];

test("columns that are set with spaces, and rules that are drawn with dashes", () => {
  const [table] = tablesIn([...stock.slice(0, 4), stock[1] ?? ""]);

  expect(table?.rows).toEqual([
    ["Site", "Water", "Gas", "State"],
    ["Leeds", "120", "4,310", "open"],
    ["St Albans", "", "617", "shut"],
  ]);
  expect(table?.headerRows).toBe(1);
  expect(table?.lines.size).toBe(5);
});

test("a page with such lines may have a table, and a page of sentences with two spaces between has none", () => {
  const sentences = ["One sentence ends.  The next", "one follows it.  And so on.", "It ends here.  Then nothing."];

  expect(suggestsTable(pageOf(...plainLines(stock)))).toBe(true);
  expect(tablesIn(sentences)).toEqual([]);
});

test("indented lines continue the cell that they are in", () => {
  const rule = "-".repeat(54);
  const [table] = tablesIn([
    rule,
    "Ref  Action                         Owner      Status ",
    rule,
    "A1   Repair the roofs of the two    G. Rossi   Planned",
    "     older schools                                    ",
    "A2   Survey of bridges              H. Nowak   Open   ",
    rule,
  ]);

  expect(table?.rows).toEqual([
    ["Ref", "Action", "Owner", "Status"],
    ["A1", "Repair the roofs of the two older schools", "G. Rossi", "Planned"],
    ["A2", "Survey of bridges", "H. Nowak", "Open"],
  ]);
});

test("declarations with comments behind them are no table", () => {
  const code = [
    "int width  = 10;    // of the box",
    "int height = 20;    // of the box",
    "char *name = NULL;  // of it",
  ];

  expect(tablesIn(code)).toEqual([]);
});

test("dashes below a bar belong to the bars", () => {
  const [table] = tablesIn(["| Name | Age |", "--------------", "| Ada  | 36  |", "| Alan | 41  |"]);

  expect(table?.rows).toEqual([
    ["Name", "Age"],
    ["Ada", "36"],
    ["Alan", "41"],
  ]);
});

test("a row of placeholders between rows of values is a row", () => {
  const [table] = tablesIn([
    "Sales     2024    2023",
    "Leeds      120    4310",
    "-----    -----   -----",
    "York       936      56",
    "Derby       12     617",
  ]);

  expect(table?.rows).toEqual([
    ["Sales", "2024", "2023"],
    ["Leeds", "120", "4310"],
    ["-----", "-----", "-----"],
    ["York", "936", "56"],
    ["Derby", "12", "617"],
  ]);
});

test("dashes below each head, or across the columns between rows, are rules", () => {
  const [table] = tablesIn([
    "Sales     2024    2023",
    "          -----  -----",
    "Leeds      120    4310",
    "York       936      56",
    "--------  -----  -----",
    "Sum       1056    4366",
  ]);

  expect(table?.rows).toEqual([
    ["Sales", "2024", "2023"],
    ["Leeds", "120", "4310"],
    ["York", "936", "56"],
    ["Sum", "1056", "4366"],
  ]);
});

/** Rows in a monospaced font, from 102 points on. */
function typedRows(rows: readonly (readonly string[])[]): readonly TextLine[] {
  return rowsAt(102, [50, 150, 250], rows).map((line) => ({
    ...line,
    runs: line.runs.map((run) => ({ ...run, style: { ...run.style, isMonospaced: true } })),
  }));
}

test("monospaced rows between rules are a table with a rule below their heads, with numbers or repeated values", () => {
  const settings = [
    ["Parameter", "Options"],
    ["model", "codon or protein"],
    ["rates", "equal or gamma"],
    ["code", "universal"],
  ];
  const rules = [100, 115, 158].map((y) => flat(y, 45, 345));
  expect(findTables(pageOf(...typedRows(settings)), rules).map((table) => table.rows)).toEqual([settings]);

  const subjects = [
    ["SUB113000", "low", "d0"],
    ["SUB112995", "high", "d0"],
    ["SUB113008", "high", "d0"],
    ["SUB113014", "high", "d0"],
  ];
  const shaded = findTables(pageOf(...typedRows(subjects)), box(45, 98, 345, 160));
  expect(shaded.map((table) => table.rows)).toEqual([subjects]);

  const estimates = ["27.59", "26.27", "38.55", "31.01"].map((value, index) => [`## ${String(index + 1)}`, value]);
  const printed = findTables(pageOf(...typedRows(estimates)), box(45, 98, 345, 160));
  expect(printed.map((table) => table.rows)).toEqual([estimates]);
});
