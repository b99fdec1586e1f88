import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { box, flat, gridOf, pageOf, rowsAt, upright, words } from "./pages.ts";

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

test("amounts have their signs although shaded cells of single rows end between them", () => {
  const shades = [114, 156].flatMap((y) => box(45, y, 215, y + 12).concat(box(215, y, 265, y + 12)));
  expect(JSON.stringify(rowsOf([...accounts(100, balance), ...signs], shades))).toContain("$1,264");
});

/** Rows of four columns, of which the last two hold amounts. */
const unitXs = [50, 200, 260, 320];
const revenue = [
  ["Revenue", "$", "500", "400"],
  ["Coal", "t", "120", "100"],
  ["Gas", "m3", "70", "60"],
  ["Wages", "$", "90", "80"],
];

test.each([
  { title: "beside other units", rows: revenue, rules: [] },
  {
    title: "below a head",
    rows: [["Item", "Unit", "2023", "2022"], ...revenue.map((row) => row.with(1, "$"))],
    rules: [],
  },
  {
    title: "behind a border",
    rows: revenue.map((row) => row.with(1, "$")),
    rules: gridOf([45, 190, 250, 310, 350], [98, 112, 126, 140, 154]),
  },
])("currency signs $title are in their own column", ({ rows, rules }) => {
  expect(rowsOf(rowsAt(100, unitXs, rows), rules)).toEqual([rows]);
});

test("currency signs whose tags give them a cell apart from the amounts are in their own column", () => {
  const rows = revenue.map((row) => row.with(1, "$"));
  const lines = rows.flatMap((row, y) =>
    row.map((text, x) =>
      words([unitXs[x] ?? 0, 100 + 14 * y], text, {
        tag: {
          role: "TD",
          element: 1,
          listDepth: 0,
          cell: { table: 1, row: 2 + y, cell: 10 * y + x + 10, isHeader: false },
        },
      }),
    ),
  );
  expect(rowsOf(lines)).toEqual([rows]);
});

const total = [words([50, 500], "Total"), words([200, 500], "€"), words([250, 500], "7")];
const prices = [
  ["Bolt", "1,20 €", "500", "zinc"],
  ["Nut", "0,80 €", "420", "steel"],
  ["Washer", "0,10 €", "900", "brass"],
];

test("currency signs behind prices are not moved to the next column, whatever other sign the page has", () => {
  expect(rowsOf([...rowsAt(100, [50, 200, 300, 400], prices), ...total])[0]).toEqual(prices);
  const apart = prices.flatMap(([name = "", price = "", ...others], index) => [
    ...rowsAt(100 + 14 * index, [50, 200, 300, 400], [[name, price.slice(0, 4), ...others]]),
    words([230, 100 + 14 * index], "€"),
  ]);
  expect(JSON.stringify(rowsOf(apart))).not.toMatch(/€\d/u);
});

test("prose that ends in an amount with its sign stays beside a table", () => {
  const prose = Array.from({ length: 4 }, (_, row) =>
    words([50, 100 + 14 * row], "a ticket of the new kind costs 5 €"),
  );
  const values = ["12", "22", "32", "42"].map((value) => [value, "13", "14"]);
  const rules = gridOf([320, 380, 440, 500], [98, 112, 126, 140, 154]);
  const [table] = findTables(pageOf(...prose, ...rowsAt(100, [330, 390, 450], values), ...total), rules);
  expect(table?.rows).toEqual(values);
  expect(prose.filter((line) => table?.lines.has(line) === true)).toEqual([]);
});

test("a line that holds more than the sign of an amount is not lost", () => {
  const sentence = "several words of a sentence that goes on and on";
  const prose = Array.from({ length: 10 }, (_, index) => [
    words([50, 100 + 14 * index], sentence),
    words([320, 300 + 14 * index], sentence),
  ]).flat();
  const [[first, ...others], sign] = [prose, words([440, 100], "$")];
  const both = first === undefined ? sign : { ...first, runs: [...first.runs, ...sign.runs] };
  const values = ["Cash", "Loans", "Bonds", "Total"].flatMap((label, row) => [
    words([320, 100 + 14 * row], label),
    words([480, 100 + 14 * row], String(1849 - 300 * row), { isRight: true }),
    words([540, 100 + 14 * row], String(199 + 100 * row), { isRight: true }),
  ]);
  const [table] = findTables(pageOf(both, ...others, ...values), []);
  expect(table?.rows[0]).toEqual(["Cash", "$1849", "199"]);
  expect(table?.lines.has(both)).toBe(false);
});

test("labels of accounts may start with dashes", () => {
  const rows = balance.map(([label = "", ...amounts]) => [label === "" ? "" : `- ${label}`, ...amounts]);
  expect(rowsOf(accounts(100, rows))).toEqual([rows]);
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

test("the unit of further heads in a table stays below them", () => {
  const heads = ["Item", "2023", "2024"];
  const lines = [
    ...accounts(100, [heads]),
    words([257, 114], "(in millions)"),
    ...accounts(128, [...balance.slice(1), ["Ratios", "2023", "2024"]]),
    words([257, 198], "(in percent)"),
    ...accounts(212, [
      ["Margin", "25", "21"],
      ["Growth", "9", "4"],
    ]),
  ];
  const [table] = findTables(pageOf(...lines), []);
  expect(table?.rows.slice(0, 2)).toEqual([heads, ["", "(in millions)", "(in millions)"]]);
  const texts = table?.rows.map((row) => row.join(" ").trim()) ?? [];
  const at = texts.findIndex((text) => text.includes("(in percent)"));
  expect(texts[at - 1]).toMatch(/^Ratios/u);
  expect(texts.slice(at + 1)).toEqual(["Margin 25 21", "Growth 9 4"]);
});
