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
    title: "a label alone whose next word had no room belongs to the row of numbers below",
    lines: [
      ...rowsAt(88, [50, 220, 300], [["", "2024", "2023"]]),
      words([50, 106], "Cash held by the other subsidiary"),
      ...rowsAt(118, [50, 220, 300], [["undertakings", "120", "131"]]),
      ...rowsAt(136, [50, 220, 300], [["Receivables", "98", "99"]]),
      words([50, 154], "Property and equipment of both"),
      ...rowsAt(166, [50, 220, 300], [["Companies", "7", "8"]]),
      ...rowsAt(184, [50, 220, 300], [["Other assets", "101", "140"]]),
      words([50, 202], "Liabilities of the whole of it:"),
      ...rowsAt(220, [50, 220, 300], [["Companies", "11", "12"]]),
    ],
    rows: [
      ["", "2024", "2023"],
      ["Cash held by the other subsidiary undertakings", "120", "131"],
      ["Receivables", "98", "99"],
      ["Property and equipment of both Companies", "7", "8"],
      ["Other assets", "101", "140"],
      ["Liabilities of the whole of it:", "", ""],
      ["Companies", "11", "12"],
    ],
  },
  {
    title: "a centred head beside its values, nearer to the labels, is above the values",
    lines: [
      ...rowsAt(88, [180, 330], [["2024", "2023"]]),
      ...[
        ["North", "120", "131"],
        ["South and the east", "98", "99"],
        ["West", "101", "140"],
        ["Total", "319", "370"],
      ].flatMap(([label = "", one = "", other = ""], row) => [
        words([50, 102 + 14 * row], label),
        words([260, 102 + 14 * row], one, { isRight: true }),
        words([360, 102 + 14 * row], other, { isRight: true }),
      ]),
    ],
    rows: [
      ["", "2024", "2023"],
      ["North", "120", "131"],
      ["South and the east", "98", "99"],
      ["West", "101", "140"],
      ["Total", "319", "370"],
    ],
  },
  {
    title: "the first lines of heads between rules are not spanning heads",
    lines: [
      words([290, 88], "Transport of", { isRight: true }),
      words([430, 88], "Receivables", { isRight: true }),
      words([50, 102], "State"),
      ...["Tax", "goods", "Health", "of children"].map((text, column) =>
        words([220 + 70 * column, 102], text, { isRight: true }),
      ),
      ...["North", "South", "West"].flatMap((label, row) => [
        words([50, 122 + 14 * row], label),
        ...["12", "1,340", "45", "7"].map((text, column) =>
          words([220 + 70 * column, 122 + 14 * row], text, { isRight: true }),
        ),
      ]),
    ],
    rules: [84, 116, 164].map((y) => flat(y, 45, 435)),
    rows: [
      ["State", "Tax", "Transport of goods", "Health", "Receivables of children"],
      ["North", "12", "1,340", "45", "7"],
      ["South", "12", "1,340", "45", "7"],
      ["West", "12", "1,340", "45", "7"],
    ],
    headerRows: 1,
  },
  {
    title: "a head centred over the columns of values spans them",
    lines: [
      words([222, 88], "Year ended 31 March"),
      ...rowsAt(
        100,
        xs.map((x, column) => x + 60 * Math.sign(column)),
        [
          ["", "2024", "2023"],
          ["North", "120", "131"],
          ["South", "98", "99"],
          ["West", "101", "140"],
        ],
      ),
    ],
    rows: [
      ["", "Year ended 31 March", "Year ended 31 March"],
      ["", "2024", "2023"],
      ["North", "120", "131"],
      ["South", "98", "99"],
      ["West", "101", "140"],
    ],
    headerRows: 2,
  },
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
