import { expect, test } from "vitest";
import { findTables } from "../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, rowsAt, upright, words } from "./pages.ts";

const xs = [50, 150, 250];

test("lines of words below the rule of a head are rows, although the first number comes later", () => {
  const body = [
    ["Alpha", "one in five", "Common in text"],
    ["Beta", "two in five", "Used in business"],
    ["Gamma", "half of all", "For names"],
    ["Delta", "12", "Not explained"],
  ];
  const head = ["Sign", "Frequency", "Comments"];
  const page = pageOf(...rowsAt(100, xs, [head]), ...rowsAt(118, xs, body));
  const rules = [flat(98, 50, 340), flat(114, 50, 340), flat(174, 50, 340)];
  expect(findTables(page, rules)[0]?.rows).toEqual([head, ...body]);
});

test("a title above a grid is no head of it, although a column without text is beside its cell", () => {
  const rows = [
    ["Source", "Budget"],
    ["Land tax", "17,689"],
    ["House tax", "7,234"],
  ];
  const page = pageOf(words([80, 102], "Year 104"), words([160, 102], "in thousands"), ...rowsAt(116, [50, 150], rows));
  const rules = gridOf([45, 145, 245], [114, 128, 142, 156]).concat(
    [114, 128, 142, 156].map((y) => flat(y, 245, 265)),
    [45, 245].map((x) => upright(x, 100, 114)),
  );
  expect(findTables(page, rules).map((table) => table.rows)).toEqual([rows]);
});

const shares = [
  ["", "Method", "Mean", "SD", "2.5%", "97.5%"],
  ["", "first", "13.5", "2.2", "9.8", "18.5"],
  ["alpha", "second", "13.6", "2.1", "9.9", "18.6"],
  ["", "third", "13.9", "2.3", "9.7", "18.4"],
  ["", "first", "22.5", "4.2", "9.4", "49.2"],
  ["beta", "second", "22.6", "4.1", "9.5", "49.3"],
  ["", "third", "22.9", "4.3", "9.6", "49.4"],
];
const shareLines = rowsAt(102, [50, 100, 150, 200, 250, 300], shares);

test("words above a rule are a head with shares among them, if other rules are between groups of rows", () => {
  const groups = [100, 114, 156, 198].map((y) => flat(y, 45, 340));
  expect(findTables(pageOf(...shareLines), groups)[0]?.headerRows).toBe(1);
});

test("a label in the middle of each group between rules is in the first row of the group", () => {
  const groups = [100, 114, 156, 198].map((y) => flat(y, 45, 340));
  const labels = findTables(pageOf(...shareLines), groups)[0]?.rows.map(([label]) => label);
  expect(labels).toEqual(["", "alpha", "", "", "beta", "", ""]);
});

test("a label in the middle row of a single group stays there", () => {
  const lines = rowsAt(102, [50, 100, 150, 200, 250, 300], shares.slice(0, 4));
  const labels = findTables(
    pageOf(...lines),
    [100, 114, 156].map((y) => flat(y, 45, 340)),
  )[0]?.rows.map(([label]) => label);
  expect(labels).toEqual(["", "", "alpha", ""]);
});

test("a title in several fonts above the first rule is no head, as its gaps are those of words", () => {
  const title = [words([50, 86], "Values of the devices in Ref."), words([197, 86], "[37].", { font: "Link" })];
  const rows = [
    ["Parameter", "First", "Second"],
    ["Voltage", "0.99", "1.75"],
    ["Current", "0.50", "1.38"],
  ];
  const rules = [100, 116, 144].map((y) => flat(y, 45, 300));
  const [table] = findTables(pageOf(...title, ...rowsAt(102, xs, rows)), rules);
  expect(table?.rows).toEqual(rows);
});

test("a head that fills the gap between labels and its values joins no columns", () => {
  const head = [words([110, 102], "Total"), words([255.5, 102], "Deputies"), words([320, 102], "Others")];
  const rows = [
    ["Present", "217", "Votes in favour", "129", "4"],
    ["Absent", "40", "Votes against", "65", "2"],
    ["Ill", "3", "Abstentions", "22", "1"],
  ];
  const rules = [flat(98, 45, 360), flat(160, 45, 360)];
  const [table] = findTables(pageOf(...head, ...rowsAt(116, [50, 110, 180, 275, 320], rows)), rules);
  expect(table?.rows).toEqual([["", "Total", "", "Deputies", "Others"], ...rows]);
});

test("a row with the label of a long group is no head, although a head above spans columns", () => {
  const body = ["in", "out", "up", "down", "on"].map((text, index) => ["", text, String(index)]);
  const lines = [
    words([80, 102], "Change of sign"),
    words([250, 102], "Seen"),
    words([50, 144], "Rising"),
    ...rowsAt(116, xs, body),
  ];
  const ys = [114, 128, 142, 156, 170, 184];
  const rules = [
    ...[100, 114, 184].map((y) => flat(y, 45, 345)),
    ...ys.slice(1, -1).map((y) => flat(y, 145, 345)),
    ...[45, 245, 345].map((x) => upright(x, 100, 184)),
    upright(145, 114, 184),
  ];
  const [table] = findTables(pageOf(...lines), rules);
  expect(table?.rows.slice(0, 2)).toEqual([
    ["Change of sign", "Change of sign", "Seen"],
    ["Rising", "in", "0"],
  ]);
  expect(table?.headerRows).toBe(1);
});
