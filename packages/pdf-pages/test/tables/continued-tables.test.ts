import { expect, test } from "vitest";
import type { PageContent, Table, TextLine } from "../../src/model/page-content.ts";
import { createContinuedTables } from "../../src/markdown/page-tables.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { pageOf, rowsAt, words, type Look } from "./pages.ts";

const xs = [50, 200, 400] as const;

interface Made {
  readonly content: PageContent;
  readonly table: Table;
}

/** A page with one table, with the style of its first row, and other lines. */
function made(
  y: number,
  rows: readonly (readonly string[])[],
  look: { first?: Look; others?: readonly TextLine[] } = {},
): Made {
  const lines = rows.flatMap((row, index) =>
    row.map((text, column) => words([xs[column] ?? 0, y + 14 * index], text, index === 0 ? look.first : {})),
  );
  const box = { x0: 50, y0: y, x1: 460, y1: y + 14 * rows.length - 4 };
  return {
    content: pageOf(...lines, ...(look.others ?? [])),
    table: { box, rows, headerRows: 1, lines: new Set(lines) },
  };
}

const rowsOf = (from: number, count: number): readonly (readonly string[])[] =>
  Array.from({ length: count }, (_, index) => [`Port ${from + index}`, "agreed to pay", "open"]);
const first = made(600, [["Port", "Remarks", "State"], ...rowsOf(1, 9)]);

/** Returns the number of header rows of the first table on the second page. */
function headsOf(second: Made, before: Made = first): number | undefined {
  const continued = createContinuedTables();
  continued.settle([before.table], before.content, 1);
  return continued.settle([second.table], second.content, 2)[0]?.headerRows;
}

test("rows at the top of a page continue the table at the end of the page before, and are not a head", () => {
  expect(headsOf(made(40, rowsOf(10, 5)))).toBe(0);
});

test("page numbers and headers between the two do not separate them", () => {
  const others = [words([300, 770], "2"), words([50, 20], "Ports of the north")];
  expect(headsOf(made(60, rowsOf(10, 5), { others }))).toBe(0);
});

test("a third page continues what the second continues", () => {
  const continued = createContinuedTables();
  const pages = [first, made(40, rowsOf(10, 50)), made(40, rowsOf(60, 5))];
  const heads = pages.map(({ table, content }, index) => continued.settle([table], content, index + 1)[0]?.headerRows);
  expect(heads).toEqual([1, 0, 0]);
});

test.for([
  ["that repeats the head", made(40, [["Port", "Remarks", "State"], ...rowsOf(10, 5)])],
  ["whose first row alone is bold", made(40, rowsOf(10, 5), { first: { isBold: true } })],
  [
    "whose tags name its head",
    made(40, rowsOf(10, 5), {
      first: { tag: { role: "TH", element: 1, listDepth: 0, cell: { table: 1, row: 1, cell: 1, isHeader: true } } },
    }),
  ],
  ["below a line of text", made(300, rowsOf(10, 5), { others: [words([50, 200], "The other ports")] })],
  [
    "of fewer columns",
    made(
      40,
      rowsOf(10, 5).map((row) => row.slice(0, 2)),
    ),
  ],
] as const)("a table %s keeps its own head", ([, second]) => {
  expect(headsOf(second)).toBe(1);
});

test("a table followed by text does not continue", () => {
  const before = made(300, rowsOf(1, 9), { others: [words([50, 500], "This ends the list.")] });
  expect(headsOf(made(40, rowsOf(10, 5)), before)).toBe(1);
});

test("only a page that starts with unclassified rows needs the page before, and only if that was not read", () => {
  const continued = createContinuedTables();
  const { table, content } = made(40, rowsOf(10, 5));
  expect(continued.needsBefore([table], content, 1)).toBe(false);
  expect(continued.needsBefore([table], content, 7)).toBe(true);
  expect(continued.needsBefore([{ ...table, headerRows: 0 }], content, 7)).toBe(false);
  expect(continued.needsBefore([], content, 7)).toBe(false);
  continued.settle([], content, 6);
  expect(continued.needsBefore([table], content, 7)).toBe(false);
});

const traces = [
  ["", "Loops", "Trees", "Flushes", "Speed"],
  ["cube", "25", "27", "0", "2.20"],
  ["morph", "5", "8", "0", "2.86"],
  ["trace", "10", "25", "1", "1.18"],
  ["nbody", "8", "16", "0", "4.19"],
];

/** Two columns of prose, with a table above that crosses the gutter. */
function acrossGutter(starts: readonly number[], rows: readonly (readonly string[])[]): PageContent {
  const prose = Array.from({ length: 8 }, (_, line) =>
    [50, 310].map((x) => words([x, 250 + 12 * line], "some words of prose that fill a column of it")),
  ).flat();
  return pageOf(...rowsAt(102, starts, rows), ...prose);
}

test("a table across the gutter of a page in columns is one", () => {
  const tables = findTables(acrossGutter([50, 140, 230, 320, 410], traces), []);
  expect(tables.map(({ rows }) => rows)).toEqual([traces]);
});

test("tables in two columns of a page stay apart if the second has labels, or the gutter is wide", () => {
  const labelled = traces.map((row) => row.map((cell, at) => (at === 3 ? `next ${row[0] ?? ""}` : cell)));
  for (const page of [
    acrossGutter([50, 140, 230, 320, 410], labelled),
    acrossGutter([50, 110, 170, 440, 500], traces),
  ]) {
    expect(findTables(page, []).map(({ rows }) => rows[0]?.length)).toEqual([3, 2]);
  }
});
