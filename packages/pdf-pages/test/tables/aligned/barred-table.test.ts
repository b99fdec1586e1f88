import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { suggestsTable } from "../../../src/tables/suggests-table.ts";
import { pageOf, words } from "../pages.ts";

function pageWith(lines: readonly string[], isMonospaced = true) {
  return pageOf(...lines.map((text, index) => words([50, 100 + 12 * index], text, { isMonospaced })));
}

test.for([
  {
    title: "a table of a database program, with a frame",
    lines: [
      "+------+-------+",
      "| Item | Price |",
      "+------+-------+",
      "| Nuts |  2.50 |",
      "| Bolts|  3.75 |",
      "+------+-------+",
    ],
    rows: [
      ["Item", "Price"],
      ["Nuts", "2.50"],
      ["Bolts", "3.75"],
    ],
  },
  {
    title: "a table of Markdown without outer bars, in proportional type",
    isMonospaced: false,
    lines: ["Item | Price", "--- | ---", "Nuts | 2.50"],
    rows: [
      ["Item", "Price"],
      ["Nuts", "2.50"],
    ],
  },
  {
    title: "rows with bars only between cells, of which the first ones may be empty",
    lines: [
      "sign | meaning | types",
      "----------------------",
      "^    | power   | numbers",
      "     |         | words",
      "=    | equals  | numbers",
    ],
    rows: [
      ["sign", "meaning", "types"],
      ["^", "power", "numbers"],
      ["", "", "words"],
      ["=", "equals", "numbers"],
    ],
  },
  {
    title: "box-drawing characters, and a cell of two lines",
    lines: [
      "│ Item │ Remark │",
      "├──────┼────────┤",
      "│ Nuts │ to be  │",
      "│      │ ordered│",
      "├──────┼────────┤",
      "│ Pins │        │",
    ],
    rows: [
      ["Item", "Remark"],
      ["Nuts", "to be ordered"],
      ["Pins", ""],
    ],
  },
])("$title", ({ lines, rows, isMonospaced }) => {
  const page = pageWith(lines, isMonospaced);
  expect(suggestsTable(page)).toBe(true);
  expect(findTables(page, [])).toMatchObject([{ rows, headerRows: 1 }]);
});

test.for([
  { title: "links beside each other", lines: ["Home | About | Contact", "Terms | Privacy | Imprint"] },
  { title: "alternatives in code", lines: ["const all = one | two;", "const none = three | four;", "---", "end"] },
  { title: "rows of different lengths", lines: ["| a | b |", "|---|---|", "| a | b | c |"] },
])("$title are no table", ({ lines }) => {
  expect(findTables(pageWith(lines), [])).toEqual([]);
});

test("heads with fewer bars than the rows span the columns between their bars", () => {
  const page = pageWith([
    "-----------------------------------",
    "|STA6A      | All         | Some   |",
    "|-----------+-------------+--------|",
    "|SUBSTATION |      |      |        |",
    "|-----------|      |      |        |",
    "|526 BRONX  | 4,344|  0.7%|   4,198|",
    "|-----------+------+------+--------|",
    "|528 BUFFALO| 3,029|  0.5%|   2,910|",
    "-----------------------------------",
  ]);
  const [table] = findTables(page, []);
  expect(table?.rows).toEqual([
    ["STA6A", "All", "All", "Some"],
    ["SUBSTATION", "", "", ""],
    ["526 BRONX", "4,344", "0.7%", "4,198"],
    ["528 BUFFALO", "3,029", "0.5%", "2,910"],
  ]);
});

test("lines whose bars are not below each other are no table", () => {
  const page = pageWith([
    "|one     | two        |",
    "|--------+------------|",
    "| 1  |  2  | 3        |",
    "|--------+------------|",
    "|   4  |  5 |    6     |",
  ]);
  expect(findTables(page, [])).toEqual([]);
});

test.for([
  { title: "are repeated in their columns", columns: 60, found: 1 },
  { title: "of more columns than any table has are not looked for", columns: 120, found: 0 },
])("heads with fewer bars than the rows $title", ({ columns, found }) => {
  const row = "|ab|cd".repeat(columns / 2) + "|";
  const head = "|years".repeat(columns / 2) + "|";
  const line = `|${"-".repeat(row.length - 2)}|`;
  expect(findTables(pageWith([head, line, row, line, row]), [])).toHaveLength(found);
});
