import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { fragmentsOf } from "../../src/tables/cells/fragment.ts";
import { withoutLeaders } from "../../src/tables/cells/leaders.ts";
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
  { title: "pages of authorities", pages: ["14", "3, 12", "9", "2", "5–7", "21", "4"] },
  { title: "pages of chapters", pages: ["1-1", "1-4", "2-1", "2-9", "A-3"] },
])("titles with leaders and $title are no table", ({ pages }) => {
  const lines = pages.flatMap((page, row) => [
    words([50, 100 + 14 * row], dots(`Title of part ${row + 1}`, 12)),
    words([300, 100 + 14 * row], page, { isRight: true }),
  ]);
  expect(tablesOf(lines)).toEqual([]);
});

test("numbered chapters with leaders and pages are no table", () => {
  const lines = ["5", "9", "12", "31"].flatMap((page, row) => [
    words([50, 100 + 14 * row], "Chapter"),
    words([110, 100 + 14 * row], String(row + 1)),
    words([140, 100 + 14 * row], dots(`Title of part ${row + 1}`, 12)),
    words([400, 100 + 14 * row], page, { isRight: true }),
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

test.for([
  {
    title: "underscores",
    rows: [
      ["Name ________", "Date ________"],
      ["Place ________", "Time ________"],
      ["Name ________", "Date ________"],
    ],
  },
  {
    title: "dots",
    rows: [
      ["Nom : ............", "Date : ....../....../......"],
      ["Lieu : ............", "Heure : .........."],
      ["Nom : ............", "Date : ....../....../......"],
    ],
  },
])("lines to write on stay in the cells of a form: $title", ({ rows }) => {
  expect(ruledRows(rows)).toEqual(rows);
});

test("an ellipsis in a cell is no leader", () => {
  const rows = [
    ["Opinion", "the court . . . held"],
    ["Dissent", "we agree . . . ."],
    ["Comment", "and so on .... as before"],
    ["Reply", "he said that . . . 12 were"],
  ];
  expect(ruledRows(rows)).toEqual(rows);
});

/** Rows of labels with leaders and a value. */
function withLedRows(...others: readonly TextLine[]): readonly TextLine[] {
  const led = offences.flatMap(([label = "", all = "", young = ""], row) => [
    words([50, 100 + 14 * row], dots(label, 10)),
    words([250, 100 + 14 * row], all, { isRight: true }),
    words([320, 100 + 14 * row], young, { isRight: true }),
  ]);
  return [...led, ...others];
}

test("dots beside a long label are its missing value, unless they are leaders", () => {
  const label = "Offences that nobody has reported";
  const missing = [words([50, 156], label), words([55 + 5 * label.length, 156], "..."), words([305, 156], "4.3")];
  expect(tablesOf(withLedRows(...missing))).toEqual([[...offences, [label, "...", "4.3"]]]);
});

test("leaders of several parts are no cells, and the dot of an abbreviation stays", () => {
  const parts = [
    words([50, 156], "Imports from the U.S."),
    words([157, 156], ". . . ."),
    words([197, 156], "......"),
    words([250, 156], "9.1", { isRight: true }),
    words([320, 156], "4.3", { isRight: true }),
  ];
  const inside = [
    words([50, 170], "Exports to the U.S. . . . . . ."),
    words([250, 170], "8.1", { isRight: true }),
    words([320, 170], "5.3", { isRight: true }),
  ];
  expect(tablesOf(withLedRows(...parts, ...inside))).toEqual([
    [...offences, ["Imports from the U.S.", "9.1", "4.3"], ["Exports to the U.S.", "8.1", "5.3"]],
  ]);
});

test("on a page with leaders, those of a long label may be few, and heads may be behind others", () => {
  const head = [words([50, 86], dots("Offence", 10)), words([235, 86], "All"), words([295, 86], "Young")];
  const label = "Offences that nobody has reported";
  const values = [words([250, 156], "5.2", { isRight: true }), words([320, 156], "4.3", { isRight: true })];
  const rows = [["Offence", "All", "Young"], ...offences, [label, "5.2", "4.3"]];
  for (const few of [
    [words([50, 156], `${label} . . .`)],
    [words([50, 156], label), words([217, 156], ". .")],
    [words([50, 156], `${label} .`), words([227, 156], ".")],
  ])
    expect(tablesOf(withLedRows(...head, ...few, ...values))).toEqual([rows]);
});

test("a link across leaders stays whole", () => {
  const lines = offences.map(([label = "", all = ""], row) =>
    words([50, 100 + 14 * row], `${dots(label, 10)} ${all}`, { link: "https://example.org/" }),
  );
  const fragments = fragmentsOf(pageOf(...lines));
  expect(withoutLeaders(fragments).fragments).toEqual(fragments);
});

function ruledRows(rows: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined {
  const lines = rows.flatMap((row, index) =>
    row.map((text, column) => words([50 + 150 * column, 102 + 14 * index], text)),
  );
  const ys = [...rows.keys(), rows.length].map((index) => 100 + 14 * index);
  return findTables(pageOf(...lines), gridOf([45, 195, 345], ys))[0]?.rows;
}

test("leaders of years, and short ones behind a long label, are no cells", () => {
  const rows = [
    ["1990", "240.9", "60.3"],
    ["1991", "9.8", "4.3"],
    ["1992", "..", "5.1"],
    ["1993", "217.4", "72.7"],
    ["The average of all years", "160.5", "35.6"],
  ];
  const lines = rows.flatMap(([label = "", one = "", other = ""], row) => [
    words([50, 100 + 14 * row], label),
    words([55 + 5 * label.length, 100 + 14 * row], row === 4 ? "..." : ".".repeat(20)),
    words([250, 100 + 14 * row], one, { isRight: true }),
    words([320, 100 + 14 * row], other, { isRight: true }),
  ]);
  expect(tablesOf(lines)).toEqual([rows]);
});

test("ranges with an ellipsis are no leaders of a table of contents", () => {
  const codes = [
    ["Code", "Bits", "Values", "Meaning"],
    ["7", "3", "1 . . . 8", "Short run"],
    ["8", "6", "1 . . . 64", "Long run"],
    ["17", "2", "7 . . . 8", "Small value"],
    ["18", "3", "9 . . . 12", "Large value"],
  ];
  const lines = codes.flatMap((row, index) =>
    row.map((text, column) => words([[50, 90, 130, 220][column] ?? 0, 100 + 14 * index], text)),
  );
  expect(tablesOf(lines)).toEqual([codes]);
});
