import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, rowsAt, upright, words } from "./pages.ts";

function rowsOf(lines: readonly TextLine[], rules: readonly Rule[] = []): readonly (readonly (readonly string[])[])[] {
  return findTables(pageOf(...lines), rules).map(({ rows }) => rows);
}

/** Rows with amounts that end at the same positions, 14 points apart. */
function accounts(y: number, rows: readonly (readonly string[])[]): readonly TextLine[] {
  return rows.flatMap(([label = "", ...amounts], index) => [
    ...(label === "" ? [] : [words([50, y + 14 * index], label)]),
    ...amounts.flatMap((amount, column) =>
      amount === "" ? [] : [words([260 + 80 * column, y + 14 * index], amount, { isRight: true })],
    ),
  ]);
}

const balance = [
  ["", "2023", "2024"],
  ["Cash", "1,849", "199"],
  ["Receivables", "887", "(1,714)"],
  ["Inventories", "569", "1,322"],
  ["Total", "1,264", "(193)"],
];

/** Signs at the left of the columns of amounts, beside the first row and the total. */
const signs = [114, 156].flatMap((y) => [words([205, y], "$"), words([285, y], "$")]);
const signed = [
  ["", "2023", "2024"],
  ["Cash", "$1,849", "$199"],
  ["Receivables", "887", "(1,714)"],
  ["Inventories", "569", "1,322"],
  ["Total", "$1,264", "$(193)"],
];

test("currency signs apart from their amounts are in the cells of these, and no text besides", () => {
  const lines = [...accounts(100, balance), ...signs];
  const [table, ...others] = findTables(pageOf(...lines), []);
  expect(others).toEqual([]);
  expect(table?.rows).toEqual(signed);
  expect(lines.filter((line) => table?.lines.has(line) !== true)).toEqual([]);
});

test("a currency sign that the engine gives with the value before it belongs to the amount after it", () => {
  const [first, ...others] = signs;
  const joined = accounts(100, balance).map((line) =>
    line.runs[0]?.text === "1,849" ? words([line.box.x0, 114], "1,849  $") : line,
  );
  const rest = others.filter(({ box: { x0, y0 } }) => x0 !== 285 || y0 !== 114);
  expect(rowsOf([...joined, ...(first === undefined ? [] : [first]), ...rest])).toEqual([signed]);
});

test("currency signs behind their amounts are not moved to the next ones", () => {
  const rows = [
    ["Room", "12", "14"],
    ["Meal", "7", "9"],
    ["Ticket", "31", "35"],
  ];
  const euros = rows.flatMap((_, row) => [words([263, 100 + 14 * row], "€"), words([343, 100 + 14 * row], "€")]);
  expect(JSON.stringify(rowsOf([...accounts(100, rows), ...euros]))).not.toMatch(/€\d/u);
});

test("rules above and below totals over the values alone do not part these from their labels", () => {
  const rules = [flat(99, 50, 340), flat(155, 190, 340), flat(168, 190, 340)];
  const more = [
    ["Loans", "500", "600"],
    ["Bonds", "70", "90"],
    ["Debts", "570", "690"],
  ];
  const end = [flat(197, 190, 340), flat(210, 190, 340)];
  expect(rowsOf([...accounts(100, balance), ...accounts(170, more)], [...rules, ...end])).toEqual([
    [...balance, ...more],
  ]);
});

test("values in cells that span several columns are in their own columns", () => {
  const [left, right, ...inner] = [45, 345, 150, 215, 265, 295];
  const rules = [
    ...gridOf([left, right], [114, 128, 142, 156]),
    ...inner.flatMap((x) => [upright(x, 114, 128), upright(x, 142, 156)]),
  ];
  const rows = balance.slice(1, 4);
  expect(rowsOf(accounts(116, rows), rules)).toEqual([rows]);
});

test("the label of a group below the heads is not part of a head", () => {
  const xs = [50, 170, 260];
  const lines = [
    words([170, 86], "Number of"),
    ...rowsAt(97, xs, [["Sector", "cases", "Share"]]),
    words([50, 109], "Sex"),
    ...rowsAt(
      123,
      [60, 170, 260],
      [
        ["Women", "514", "50.4"],
        ["Men", "506", "49.6"],
        ["Unknown", "14", "1.4"],
      ],
    ),
  ];
  expect(rowsOf(lines)).toEqual([
    [
      ["Sector", "Number of cases", "Share"],
      ["Sex", "", ""],
      ["Women", "514", "50.4"],
      ["Men", "506", "49.6"],
      ["Unknown", "14", "1.4"],
    ],
  ]);
});

test("heads that are aligned otherwise than the words below are over their own columns", () => {
  const lines = [
    ...[
      [50, "Measure"],
      [195, "Agency"],
      [305, "Status"],
      [400, "Cost"],
    ].map(([x, text]) => words([Number(x), 100], String(text), { isBold: true })),
    ...rowsAt(
      114,
      [50, 140, 240, 400],
      [
        ["Exports", "Treasury", "Planned", "642"],
        ["Imports", "Health", "Completed", "612"],
        ["Permits", "Treasury", "Planned", "408"],
        ["Grants", "Health", "Planned", "397"],
      ],
    ),
  ];
  expect(rowsOf(lines)[0]?.slice(0, 2)).toEqual([
    ["Measure", "Agency", "Status", "Cost"],
    ["Exports", "Treasury", "Planned", "642"],
  ]);
});

test("a rule that touches the top of heads belongs to the head above them", () => {
  const lines = [
    words([190, 100], "Employed"),
    words([330, 100], "Retired"),
    ...rowsAt(112, [50, 170, 250, 310, 390], [["Area", "Number", "Share", "Number", "Share"]]),
    ...rowsAt(
      126,
      [50, 170, 250, 310, 390],
      [
        ["North", "2,412", "51.2", "1,206", "48.8"],
        ["South", "3,018", "47.3", "2,731", "52.7"],
        ["West", "1,977", "44.9", "2,004", "55.1"],
      ],
    ),
  ];
  const rules = [
    flat(98, 50, 430),
    flat(112.5, 165, 280),
    flat(112.5, 305, 420),
    flat(124, 50, 430),
    flat(166, 50, 430),
  ];
  expect(rowsOf(lines, rules)[0]?.slice(0, 2)).toEqual([
    ["", "Employed", "Employed", "Retired", "Retired"],
    ["Area", "Number", "Share", "Number", "Share"],
  ]);
});

test("values that are wider than the prose in their column of the page stay in their rows", () => {
  const sentence = "several words of a sentence that goes on and";
  const prose = Array.from({ length: 10 }, (_, index) => [
    words([50, 300 + 12 * index], sentence),
    words([320, 300 + 12 * index], sentence),
  ]).flat();
  const values = [
    ["Cash", "1,849", "199"],
    ["Loans", "887", "714"],
    ["Bonds", "569", "322"],
    ["Total", "1,264", "193"],
  ];
  const lines = values.flatMap(([label = "", one = "", other = ""], row) => [
    words([320, 100 + 14 * row], label),
    words([480, 100 + 14 * row], one, { isRight: true }),
    words([560, 100 + 14 * row], other, { isRight: true }),
  ]);
  expect(rowsOf([...lines, ...prose])).toEqual([values]);
});

test("a unit between the heads and the values is that of all columns", () => {
  const [heads = [], ...rest] = balance;
  const lines = [...accounts(100, [heads]), words([257, 114], "(in millions)"), ...accounts(128, rest)];
  const unit = ["", "(in millions)", "(in millions)"];
  expect(rowsOf(lines)).toEqual([[heads, unit, ...rest]]);
  expect(
    rowsOf([...accounts(100, [heads]), words([260, 114], "(restated)", { isRight: true }), ...accounts(128, rest)]),
  ).toEqual([[["", "2023 (restated)", "2024"], ...rest]]);
});
