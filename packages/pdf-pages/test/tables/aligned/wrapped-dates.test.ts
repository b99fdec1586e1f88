import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, words } from "../pages.ts";

const xs = [50, 110, 260, 300] as const;
const head = ["Name", "Description", "Date", "Amount"];

interface Row {
  readonly name: string;
  readonly description: readonly string[];
  readonly date: readonly string[];
  readonly amount: string;
}

const rows: readonly Row[] = [
  {
    name: "Archive",
    description: ["Repair of the old orchard in", "the valley"],
    date: ["17", "May", "2013"],
    amount: "3,971",
  },
  {
    name: "Bridge",
    description: ["Travel of the staff to meet", "the committee of"],
    date: ["4 May", "2020"],
    amount: "49",
  },
  { name: "Canal", description: ["Grants for the council"], date: ["11 May", "2010"], amount: "30,726" },
  { name: "Engine", description: ["Survey of the meadow and", "reservoir"], date: ["24", "May", "2015"], amount: "75" },
];

/** The lines of rows at `tops`, at the top of their row. */
function linesOf(tops: readonly number[]): readonly TextLine[] {
  return rows.flatMap(({ name, description, date, amount }, index) => {
    const y = tops[index] ?? 0;
    const column = (at: number, texts: readonly string[]): readonly TextLine[] =>
      texts.map((text, line) => words([xs[at] ?? 0, y + 12 * line], text));
    return [
      ...column(0, [name]),
      ...column(1, description),
      ...column(2, date),
      words([340, y], amount, { isRight: true }),
    ];
  });
}

const expected = [
  head,
  ...rows.map(({ name, description, date, amount }) => [name, description.join(" "), date.join(" "), amount]),
];

test("dates that wrap in their column are one cell, although they end with numbers", () => {
  const heads = head.map((text, at) => words([at === 3 ? 340 : (xs[at] ?? 0), 100], text, { isRight: at === 3 }));
  const tables = findTables(pageOf(...heads, ...linesOf([118, 160, 190, 220])), []);
  expect(tables.map((table) => table.rows)).toEqual([expected]);
});

test("they are one cell between rules, too", () => {
  const heads = head.map((text, at) => words([at === 3 ? 340 : (xs[at] ?? 0), 100], text, { isRight: at === 3 }));
  const rules = gridOf([45, 105, 255, 295, 345], [96, 114, 156, 186, 216, 258]);
  const tables = findTables(pageOf(...heads, ...linesOf([118, 160, 190, 220])), rules);
  expect(tables.map((table) => table.rows)).toEqual([expected]);
});

const paired = [
  ["Colour", "Red", "standard"],
  ["Pieces", "12", ""],
  ["Colour", "Blue", "on request"],
  ["Pieces", "15", ""],
  ["Colour", "Green", "standard"],
  ["Pieces", "18", ""],
];

/** Pairs of rows below bold heads, 12 points apart, with a gap below each pair. */
function pairsOf(cells: readonly (readonly string[])[], heads: readonly string[]): readonly TextLine[] {
  const at = (column: number): number => 50 + 100 * column;
  return [
    ...heads.map((text, column) => words([at(column), 100], text, { isBold: true })),
    ...cells.flatMap((row, index) =>
      row.flatMap((text, column) =>
        text === "" ? [] : [words([at(column), 120 + 12 * index + 12 * Math.floor(index / 2)], text)],
      ),
    ),
  ];
}

const betweenPairs = [116, 153, 189, 224].map((y) => flat(y, 45, 330));

test.for([
  { title: "in three columns", width: 3, rules: [] },
  { title: "in two columns", width: 2, rules: [] },
  { title: "in three columns with rules between the pairs", width: 3, rules: betweenPairs },
  { title: "in two columns with rules between the pairs", width: 2, rules: betweenPairs },
])("words and numbers beside labels of their own stay separate rows, $title", ({ width, rules }) => {
  const [heads, ...cells] = [["Item", "Value", "Remark"], ...paired].map((row) => row.slice(0, width));
  const page = pageOf(...pairsOf(cells, heads ?? []));
  expect(findTables(page, rules).map((table) => table.rows)).toEqual([[heads, ...cells]]);
});

test("numbers below each other stay separate rows beside a label for both", () => {
  const cells = [
    ["North", "1,200"],
    ["", "1,500"],
    ["South", "1,700"],
    ["", "1,900"],
    ["East", "2,100"],
    ["", "2,300"],
    ["Total", "11,700"],
  ];
  const page = pageOf(...pairsOf(cells, ["Area", "People"]));
  expect(findTables(page, []).map((table) => table.rows)).toEqual([[["Area", "People"], ...cells]]);
});
