import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { gridOf, pageOf, words } from "./pages.ts";

const dots = (text: string, length: number): string => `${text} ${". ".repeat(length)}`.trim();

function tablesOf(lines: readonly TextLine[]): readonly (readonly (readonly string[])[])[] {
  return findTables(pageOf(...lines), []).map(({ rows }) => rows);
}

const offences = [
  ["Burglary", "240.9", "60.3"],
  ["Arson", "9.8", "4.3"],
  ["Fraud", "173.7", "5.1"],
  ["Vandalism", "217.4", "72.7"],
];

test("leaders between labels and values are not in the cells", () => {
  const lines = offences.flatMap(([label = "", all = "", young = ""], row) => [
    words([50, 100 + 14 * row], dots(label, 10)),
    words([250, 100 + 14 * row], all, { isRight: true }),
    words([320, 100 + 14 * row], young, { isRight: true }),
  ]);
  expect(tablesOf(lines)).toEqual([offences]);
});

test("leaders that are a line of their own belong to the label before them, and are not left as text", () => {
  const lines = offences.flatMap(([label = "", all = "", young = ""], row) => [
    words([50, 100 + 14 * row], label),
    words([52 + 5 * label.length, 100 + 14 * row], dots(".", 10)),
    words([250, 100 + 14 * row], all, { isRight: true }),
    words([320, 100 + 14 * row], young, { isRight: true }),
  ]);
  const [table, ...others] = findTables(pageOf(...lines), []);
  expect(others).toEqual([]);
  expect(table?.rows).toEqual(offences);
  expect(lines.filter((line) => table?.lines.has(line) !== true)).toEqual([]);
});

test("one column of amounts behind leaders is a table", () => {
  const amounts = ["1,204", "310", "87", "2,519"];
  const lines = offences.flatMap(([label = ""], row) => [
    words([50, 100 + 14 * row], dots(label, 10)),
    words([250, 100 + 14 * row], amounts[row] ?? "", { isRight: true }),
  ]);
  expect(tablesOf(lines)).toEqual([offences.map(([label], row) => [label, amounts[row]])]);
});

test.for([
  { title: "pages", pages: ["iii", "1", "3", "15", "29"] },
  { title: "pages of two lists", pages: ["5", "9", "12", "14", "21", "22", "8", "13", "30"] },
])("titles with leaders and $title are no table", ({ pages }) => {
  const lines = pages.flatMap((page, row) => [
    words([50, 100 + 14 * row], dots(`Title of part ${row + 1}`, 12)),
    words([300, 100 + 14 * row], page, { isRight: true }),
  ]);
  expect(tablesOf(lines)).toEqual([]);
});

test("dots without a label are a cell without a value", () => {
  const rows = [
    ["North", "12.5", "......"],
    ["South", "......", "8.4"],
    ["East", "7.1", "......"],
    ["West", "6.0", "2.2"],
  ];
  const lines = rows.flatMap((row, index) =>
    row.map((text, column) => words([50 + 100 * column, 100 + 14 * index], text)),
  );
  expect(tablesOf(lines)).toEqual([rows]);
});

test("lines to write on stay in the cells of a form", () => {
  const rows = [
    ["Name ________", "Date ________"],
    ["Place ________", "Time ________"],
    ["Name ________", "Date ________"],
  ];
  const lines = rows.flatMap((row, index) =>
    row.map((text, column) => words([50 + 150 * column, 102 + 14 * index], text)),
  );
  const [table] = findTables(pageOf(...lines), gridOf([45, 195, 345], [100, 114, 128, 142]));
  expect(table?.rows).toEqual(rows);
});
