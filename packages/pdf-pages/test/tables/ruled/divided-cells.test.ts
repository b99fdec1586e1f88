import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { gridOf, pageOf, rowsAt, words } from "../pages.ts";

const xs = [50, 150, 220, 290];
const edges = [45, 145, 215, 285, 350];
const heads = ["Question", "Agree", "Neither", "Disagree"];

/** The rules of a head, and those around rows below it between these heights. */
function framed(...ys: readonly number[]) {
  const [top = 0, first = 0] = ys;
  return [...gridOf(edges, [top, first]), ...gridOf([45, 350], ys)];
}

test("a row without rules between its cells has its values in their columns, also if its label has several lines", () => {
  const lines = [
    ...rowsAt(102, xs, [heads, ["Feedback of", "41%", "44%", "15%"]]),
    words([50, 127], "my manager"),
    ...rowsAt(144, xs, [["Pay", "10%", "20%", "70%"]]),
  ];
  const found = findTables(pageOf(...lines), framed(100, 114, 142, 156));
  expect(found.map(({ rows }) => rows)).toEqual([
    [heads, ["Feedback of my manager", "41%", "44%", "15%"], ["Pay", "10%", "20%", "70%"]],
  ]);
});

test("cells beside labels that alone are shaded are in the rows of the labels", () => {
  const rows = [
    heads,
    ["Tools", "yes", "", "no"],
    ["Support", "", "", ""],
    ["Telephone", "", "yes", "no"],
    ["E-mail", "", "", "no"],
    ["Pay", "no", "yes", ""],
    ["Price", "$0", "$6", "$12"],
  ];
  const ys = rows.map((_, index) => 114 + 14 * index);
  const labels = gridOf([45, 145], ys);
  const found = findTables(pageOf(...rowsAt(102, xs, rows)), [
    ...gridOf(edges, [100, 114]),
    ...labels,
    ...gridOf([45, 350], [100, 198]),
  ]);
  expect(found.map((table) => table.rows)).toEqual([rows]);
});

test("a line of text over all columns of a row stays one cell", () => {
  const lines = [
    ...rowsAt(102, xs, [heads]),
    words([50, 116], "Of those who answered 3 questions, and not of all"),
    ...rowsAt(130, xs, [["Pay", "10%", "20%", "70%"]]),
  ];
  const [table] = findTables(pageOf(...lines), framed(100, 114, 128, 142));
  expect(table?.rows[1]).toEqual(["Of those who answered 3 questions, and not of all", "", "", ""]);
});

test("values of several rows in one cell without rules are each in their row", () => {
  const rows = [heads, ["Tools", "39%", "53%", ""], ["Pay", "10%", "20%", ""], ["Fees", "12%", "60%", ""]];
  const ys = [100, 114, 128, 142, 156];
  const rules = [...gridOf(edges, [100, 114]), ...gridOf([45, 145, 215], ys), ...gridOf([45, 350], [100, 156])];
  const [table] = findTables(pageOf(...rowsAt(102, xs, rows)), rules);
  expect(table?.rows).toEqual(rows);
});
