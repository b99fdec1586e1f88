import { expect, test } from "vitest";
import type { Rule, TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, rowsAt, words } from "./pages.ts";

interface Case {
  readonly title: string;
  readonly lines: readonly TextLine[];
  readonly rules?: readonly Rule[];
  readonly rows: readonly (readonly string[])[];
  readonly headerRows?: number;
}

const xs = [50, 150, 250];

function tag(row: number, cell: number, isHeader = false): { readonly tag: NonNullable<TextLine["tag"]> } {
  return {
    tag: { role: isHeader ? "TH" : "TD", element: cell, listDepth: 0, cell: { table: 1, row, cell, isHeader } },
  };
}

const cases: readonly Case[] = [
  {
    title: "heads over heads that repeat stand over one turn of them each",
    lines: [
      words([165, 88], "2024", { isBold: true }),
      words([285, 88], "2025", { isBold: true }),
      ...["Region", "Sales", "Share", "Sales", "Share"].map((text, column) =>
        words([[50, 150, 210, 270, 330][column] ?? 0, 102], text, { isBold: true }),
      ),
      ...rowsAt(
        116,
        [50, 150, 210, 270, 330],
        [
          ["North", "120", "12", "131", "15"],
          ["South", "98", "8", "99", "7"],
          ["West", "101", "11", "140", "22"],
        ],
      ),
    ],
    rows: [
      ["", "2024", "2024", "2025", "2025"],
      ["Region", "Sales", "Share", "Sales", "Share"],
      ["North", "120", "12", "131", "15"],
      ["South", "98", "8", "99", "7"],
      ["West", "101", "11", "140", "22"],
    ],
    headerRows: 2,
  },
  {
    title: "heads over several columns between the rules of a book, though one rule goes below both",
    lines: [
      words([185, 104], "Before"),
      words([305, 104], "After"),
      ...rowsAt(
        120,
        [50, 150, 210, 270, 330],
        [
          ["Group", "Dose", "Effect", "Dose", "Effect"],
          ["North", "120", "12", "131", "15"],
          ["South", "98", "8", "99", "7"],
        ],
      ),
    ],
    rules: [flat(100, 45, 365), flat(117, 145, 365), flat(132, 45, 365), flat(165, 45, 365)],
    rows: [
      ["", "Before", "Before", "After", "After"],
      ["Group", "Dose", "Effect", "Dose", "Effect"],
      ["North", "120", "12", "131", "15"],
      ["South", "98", "8", "99", "7"],
    ],
    headerRows: 2,
  },
  {
    title: "tagged heads over several columns stand over each of them",
    lines: [
      words([185, 88], "Before", tag(2, 20, true)),
      words([305, 88], "After", tag(2, 21, true)),
      ...["Group", "Dose", "Effect", "Rate", "Risk"].map((text, column) =>
        words([[50, 150, 210, 270, 330][column] ?? 0, 102], text, tag(3, 30 + column, true)),
      ),
      ...[
        ["North", "120", "12", "131", "15"],
        ["South", "98", "8", "99", "7"],
      ].flatMap((row, index) =>
        row.map((text, column) =>
          words(
            [[50, 150, 210, 270, 330][column] ?? 0, 116 + 14 * index],
            text,
            tag(4 + index, 40 + 10 * index + column),
          ),
        ),
      ),
    ],
    rows: [
      ["", "Before", "Before", "After", "After"],
      ["Group", "Dose", "Effect", "Rate", "Risk"],
      ["North", "120", "12", "131", "15"],
      ["South", "98", "8", "99", "7"],
    ],
    headerRows: 2,
  },
  {
    title: "heads that run upwards in their cells",
    lines: [
      ...["Name", "City", "Age"].map((text, column) => {
        const line = words([xs[column] ?? 0, 102], text, column === 0 ? {} : { direction: "vertical" });
        const box = { ...line.box, x1: line.box.x0 + 10, y1: 140 };
        return column === 0 ? line : { ...line, box, runs: line.runs.map((run) => ({ ...run, box })) };
      }),
      ...rowsAt(144, xs, [
        ["Ada", "London", "36"],
        ["Alan", "Wilmslow", "41"],
      ]),
    ],
    rules: gridOf([45, 145, 245, 345], [100, 142, 156, 170]),
    rows: [
      ["Name", "City", "Age"],
      ["Ada", "London", "36"],
      ["Alan", "Wilmslow", "41"],
    ],
  },
  {
    title: "units below the heads belong to them, though a label comes next",
    lines: rowsAt(
      102,
      [50, 200, 280],
      [
        ["", "2025", "2024"],
        ["", "£000", "£000"],
        ["Current assets", "", ""],
        ["Stocks", "6,020", "5,800"],
        ["Debtors", "11,340", "10,990"],
        ["Cash", "2,118", "1,875"],
      ],
    ),
    rows: [
      ["", "2025 £000", "2024 £000"],
      ["Current assets", "", ""],
      ["Stocks", "6,020", "5,800"],
      ["Debtors", "11,340", "10,990"],
      ["Cash", "2,118", "1,875"],
    ],
  },
  {
    title: "the end of a row that the page before began is no head",
    lines: rowsAt(102, xs, [
      ["", "with two lamps", ""],
      ["4", "Pump house", "85"],
      ["5", "Boat yard", "12"],
    ]),
    rules: gridOf([45, 145, 245, 345], [100, 114, 128, 142]),
    rows: [
      ["", "with two lamps", ""],
      ["4", "Pump house", "85"],
      ["5", "Boat yard", "12"],
    ],
    headerRows: 0,
  },
];

test.for(cases)("finds the heads of a table: $title", ({ lines, rules = [], rows, headerRows = 1 }) => {
  const tables = findTables(pageOf(...lines), rules);
  expect(tables.map((table) => [table.headerRows, table.rows])).toEqual([[headerRows, rows]]);
});
