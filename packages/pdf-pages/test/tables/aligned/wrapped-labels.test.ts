import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { findTables } from "../../../src/tables/find-tables.ts";
import { pageOf, words } from "../pages.ts";

/** Labels of several lines with the values beside their first line; all lines are equally far apart. */
const rows = [
  { label: ["Training of volunteers", "in the fire brigades"], values: ["8,024", "732.03"] },
  { label: ["Replacement of signals", "on lines of the region"], values: ["7,690", "43.44"] },
  { label: ["Grants to libraries of", "the towns and villages", "for printed media"], values: ["2,792", "168.43"] },
  { label: ["Preparation of a census", "with its translation"], values: ["3,269", "539.08"] },
];

const head = [
  words([50, 100], "Name"),
  words([225, 100], "2023", { isRight: true }),
  words([300, 100], "Code", { isRight: true }),
];

function body(): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const { label, values } of rows) {
    const y = 112 + 12 * new Set(lines.map(({ box }) => box.y0)).size;
    lines.push(...label.map((text, index) => words([50, y + 12 * index], text)));
    lines.push(...values.map((text, index) => words([index === 0 ? 225 : 300, y], text, { isRight: true })));
  }
  return lines;
}

test("labels of several lines are one row with their values, the last one, too", () => {
  const after = words([50, 260], "All amounts are in thousands of euros and were checked twice by the office.");
  const tables = findTables(pageOf(...head, ...body(), after), []);
  expect(tables).toHaveLength(1);
  expect(tables[0]?.rows).toEqual([
    ["Name", "2023", "Code"],
    ...rows.map(({ label, values }) => [label.join(" "), ...values]),
  ]);
});

test("a line of prose with a wide gap above a table is not part of it", () => {
  const gap = [
    words([50, 60], "They were checked twice and given."),
    words([260, 60], "Where no value is shown, none was"),
  ];
  const next = words([50, 72], "reported by the districts concerned.");
  const [table] = findTables(pageOf(...gap, next, ...head, ...body()), []);
  expect(table?.rows[0]).toEqual(["Name", "2023", "Code"]);
});
