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

test("a title between the rules, with a gap below it, is no head", () => {
  const head = [
    words([50, 100], "Answers"),
    words([50, 128], "Statement"),
    words([150, 128], "Agree"),
    words([250, 128], "Neither"),
  ];
  expect(tableOf(head)).toEqual([["Statement", "Agree", "Neither"], ...body]);
});
