import { expect, test } from "vitest";
import type { TextLine } from "../../src/model/page-content.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, pageOf, rowsAt, words } from "./pages.ts";

const body = [
  ["Harbour", "41", "16"],
  ["Market", "23", "48"],
  ["Garden", "37", "8"],
];
const xs = [50, 150, 250];
const rules = [98, 142, 156, 170, 184].map((y) => flat(y, 45, 330));

function tableOf(head: readonly TextLine[]): readonly (readonly string[])[] | undefined {
  const [table, ...others] = findTables(pageOf(...head, ...rowsAt(143, xs, body)), rules);
  expect(others).toEqual([]);
  return table?.rows;
}

test("heads with different numbers of lines that are centred beside each other are one row", () => {
  const head = [
    words([50, 112], "Statement"),
    words([150, 105], "Agree"),
    words([150, 118], "fully"),
    words([250, 99], "Neither"),
    words([250, 112], "agree nor"),
    words([250, 125], "disagree"),
  ];
  expect(tableOf(head)).toEqual([["Statement", "Agree fully", "Neither agree nor disagree"], ...body]);
});

/** Words in a font whose boxes are higher than its lines. */
function tall(at: readonly [x: number, y: number], text: string): TextLine {
  const line = words(at, text);
  const box = { ...line.box, y0: line.box.y0 - 2, y1: line.box.y1 + 2 };
  return { ...line, box, runs: line.runs.map((run) => ({ ...run, box })) };
}

test("heads in close lines of a high font span their columns", () => {
  const cells = [
    ["Harbour", "41", "16", "7", "9"],
    ["Market", "23", "48", "5", "4"],
    ["Garden", "37", "8", "6", "3"],
  ];
  const head = [
    tall([165, 110], "2001"),
    tall([365, 110], "2002"),
    tall([50, 120], "Area"),
    ...["Men", "Women", "Men", "Women"].map((text, at) => tall([150 + 100 * at, 120], text)),
  ];
  const lines = [...head, ...rowsAt(143, [50, 150, 250, 350, 450], cells)];
  const wide = [98, 142, 156, 170, 184].map((y) => flat(y, 45, 530));
  expect(findTables(pageOf(...lines), wide)[0]?.rows.slice(0, 2)).toEqual([
    ["", "2001", "2001", "2002", "2002"],
    ["Area", "Men", "Women", "Men", "Women"],
  ]);
});

test("a title between the rules, with a gap below it, is no head", () => {
  const head = [
    words([50, 100], "Answers"),
    words([50, 128], "Statement"),
    words([150, 128], "Agree"),
    words([250, 128], "Neither"),
  ];
  expect(tableOf(head)).toEqual([["Statement", "Agree", "Neither"], ...body]);
});

test("heads with one rule below all of them are a row, each over its column", () => {
  const heads = [
    ["", "Deck A", "Deck B"],
    ["", "frequent", "infrequent"],
  ];
  const lines = [...rowsAt(102, xs, heads.slice(0, 1)), ...rowsAt(118, xs, heads.slice(1)), ...rowsAt(143, xs, body)];
  const ruled = [...[98, 138, 186].map((y) => flat(y, 45, 330)), flat(114, 145, 330)];
  expect(findTables(pageOf(...lines), ruled).map(({ rows }) => rows)).toEqual([[...heads, ...body]]);
});
