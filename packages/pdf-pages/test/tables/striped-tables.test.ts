import { expect, test } from "vitest";
import type { Box, Rule, Table, TextLine } from "../../src/model/page-content.ts";
import type { Vector } from "../../src/model/page-model.ts";
import { fragmentsOf } from "../../src/tables/cells/fragment.ts";
import { findTables } from "../../src/tables/find-tables.ts";
import { touchingGroups } from "../../src/tables/ruled/grid.ts";
import { ruleLines, rulesAmong } from "../../src/tables/ruled/rule-lines.ts";
import { stackedGroups } from "../../src/tables/ruled/stacked-groups.ts";
import { box, flat, gridOf, pageOf, rowsAt, slanted, upright, words } from "./pages.ts";

const xs = [50, 150, 250];
const edges = [45, 145, 245, 345];

/** The cells of a shaded row. */
function shaded(top: number, bottom: number): readonly Rule[] {
  return edges.slice(1).flatMap((x1, index) => box(edges[index] ?? 0, top, x1, bottom));
}

function only(lines: readonly TextLine[], rules: readonly Rule[]): Table | undefined {
  const tables = findTables(pageOf(...lines), rules);
  expect(tables).toHaveLength(1);
  return tables[0];
}

const people = [
  ["Name", "City", "Post"],
  ["Ada", "London", "Clerk"],
  ["Alan", "Wilmslow", "Fellow"],
  ["Grace", "Arlington", "Admiral"],
  ["Edsger", "Nuenen", "Professor"],
  ["Barbara", "Boston", "Professor"],
];

test("the head and the first row above the first shaded row are two rows", () => {
  const table = only(rowsAt(102, xs, people), [...shaded(128, 142), ...shaded(156, 170)]);

  expect(table?.rows).toEqual(people);
  expect(table?.headerRows).toBe(1);
});

test("an unshaded row may be much higher than the shaded ones", () => {
  const rows = rowsAt(102, xs, [...people.slice(0, 3), ["Grace", "Arlington", "Admiral of the"]]);
  const wrapped = ["navy, and a", "teacher of", "mathematics"].map((text, index) =>
    words([250, 156 + 12 * index], text),
  );
  const lines = [...rows, ...wrapped, ...rowsAt(196, xs, people.slice(4, 5))];
  const table = only(lines, [...shaded(100, 114), ...shaded(128, 142), ...shaded(194, 208)]);

  expect(table?.rows).toEqual([
    ...people.slice(0, 3),
    ["Grace", "Arlington", "Admiral of the navy, and a teacher of mathematics"],
    ...people.slice(4, 5),
  ]);
});

test("a last row below the last shaded one may have empty cells", () => {
  const rows = [
    ["Site", "Water", "Gas", "Rail"],
    ["Hereford", "12", "715", "29"],
    ["Dundee", "57", "745", "36"],
    ["Oxford", "", "870", "311"],
    ["Sheffield", "", "565", ""],
  ];
  const cells = (top: number): readonly Rule[] =>
    [45, 145, 205, 265].flatMap((x0, index) => box(x0, top, [145, 205, 265, 325][index] ?? 0, top + 14));
  const table = only(rowsAt(102, [50, 150, 210, 270], rows), [...cells(114), ...cells(142)]);

  expect(table?.rows).toEqual(rows);
});

test("boxes that are only joined by lines are a diagram", () => {
  const tops = [100, 160, 220];
  const boxes = tops.flatMap((y) => [50, 170, 290].flatMap((x) => box(x, y, x + 80, y + 40)));
  const arrows = tops.flatMap((y) => [130, 250].map((x) => flat(y + 20, x, x + 40)));
  const lines = tops.flatMap((y, row) =>
    rowsAt(y + 5, [60, 180, 300], [[`Collect ${row}`, `Check ${row}`, `Publish ${row}`]]),
  );

  expect(findTables(pageOf(...lines), [...boxes, ...arrows])).toEqual([]);
});

test("a form whose filled cells only meet at a corner, or have a thin cell between them, is a table", () => {
  const corners = [words([55, 102], "Name"), words([155, 116], "Ada Byron")];
  const form = only(corners, gridOf([50, 150, 250], [100, 114, 128]));
  expect(form?.rows).toEqual([
    ["Name", ""],
    ["", "Ada Byron"],
  ]);

  const rows = ["Name", "Town", "Post"].map((label, index) => [label, ["Ada", "London", "Clerk"][index] ?? ""]);
  const beside = only(rowsAt(102, [55, 165], rows), gridOf([50, 150, 156, 250], [100, 142]));
  expect(beside?.rows).toEqual(rows);
});

test("one value in the middle of several columns is that of all, and one at a side is that of its column", () => {
  const inner = [250, 350].flatMap((x) => [upright(x, 100, 114), upright(x, 128, 142)]);
  const rules = [...gridOf([50, 450], [100, 114, 128, 142]), upright(150, 100, 142), ...inner];
  const daysAt = (x: number): unknown =>
    only(
      [
        ...rowsAt(102, [55, 160, 260, 360], [["Plan", "Basic", "Plus", "Pro"]]),
        ...rowsAt(116, [55, x], [["Days", "30"]]),
        ...rowsAt(130, [55, 160, 260, 360], [["Price", "10", "20", "25"]]),
      ],
      rules,
    )?.rows[1];
  expect(daysAt(295)).toEqual(["Days", "30", "", ""]);
  expect(daysAt(335)).toEqual(["Days", "", "30", ""]);
});

/** Rows of cells that all have rules. */
function ruled(top: number, count: number): readonly Rule[] {
  return Array.from({ length: count }, (_, row) => shaded(top + 14 * row, top + 14 * (row + 1))).flat();
}

const prices = [
  ["Item", "Unit", "Price"],
  ["Tea", "kg", "12"],
  ["Milk", "l", "3"],
];

for (const gapPt of [28, 60, 160]) {
  test(`two ruled tables with a caption between, ${gapPt} points apart, are two`, () => {
    const top = 142 + gapPt;
    const caption = [words([50, 150], "Table 2"), words([250, 150], "in EUR")];
    const lines = [...rowsAt(102, xs, people.slice(0, 3)), ...caption, ...rowsAt(top + 2, xs, prices)];
    const tables = findTables(pageOf(...lines), [...ruled(100, 3), ...ruled(top, 3)]);

    expect(tables.map(({ rows }) => rows.at(-1))).toEqual([people[2], prices[2]]);
    expect(tables[0]?.rows).toEqual(people.slice(0, 3));
  });
}

test("a title between rows that have rules is a row of their table", () => {
  const rows = [...people.slice(0, 3), ["Admirals", "", ""], ...people.slice(3, 6)];
  const table = only(rowsAt(102, xs, rows), [...ruled(100, 3), ...ruled(156, 3)]);

  expect(table?.rows).toEqual(rows);
});

test("shaded rows far below others are not of the same table", () => {
  const caption = [words([50, 150], "Table 2"), words([250, 150], "in EUR")];
  const lines = [...rowsAt(102, xs, people.slice(0, 2)), ...caption, ...rowsAt(232, xs, prices.slice(0, 2))];
  const tables = findTables(pageOf(...lines), [...ruled(100, 2), ...ruled(230, 2)]);

  expect(tables.some(({ rows }) => rows.flat().includes("Ada") && rows.flat().includes("Tea"))).toBe(false);
});

test("a bold head below striped rows starts another table", () => {
  const first = rowsAt(102, xs, people.slice(0, 5));
  const head = ["Item", "Unit", "Price"].map((text, index) => words([xs[index] ?? 0, 186], text, { isBold: true }));
  const rules = [100, 128, 156, 184, 212, 240].flatMap((top) => shaded(top, top + 14));
  const rest = rowsAt(200, xs, [
    ["Tea", "kg", "12"],
    ["Milk", "l", "3"],
    ["Oil", "l", "4"],
    ["Eggs", "box", "5"],
  ]);
  const tables = findTables(pageOf(...first, ...head, ...rest), rules);

  expect(tables.map(({ rows }) => rows[0])).toEqual([people[0], ["Item", "Unit", "Price"]]);
  expect(tables.map(({ rows }) => rows.length)).toEqual([5, 5]);
});

test("the text of a page is compared with neighbouring groups of rules only", () => {
  const tops = Array.from({ length: 40 }, (_, index) => 100 + 40 * index);
  const lines = tops.flatMap((top) =>
    rowsAt(
      top + 12,
      [50, 150],
      [
        ["ab", "cd"],
        ["ef", "gh"],
      ],
    ),
  );
  const groups = touchingGroups(
    ruleLines(tops.flatMap((top) => [...box(45, top, 145, top + 10), ...box(145, top, 245, top + 10)])),
  );
  let reads = 0;
  const fragments = fragmentsOf(pageOf(...lines)).map(({ box: place, ...fragment }) => ({
    ...fragment,
    get box() {
      reads += 1;
      return place;
    },
  }));

  expect(stackedGroups(groups, fragments)).toHaveLength(groups.length);
  expect(reads).toBeGreaterThan(0);
  expect(reads).toBeLessThan(10 * groups.length * fragments.length);
});

test("rows with small drawings in some of them are a table", () => {
  const rows = [
    ["Name", "City", "Age"],
    ["Ada", "London", "36"],
    ["Alan", "Wilmslow", "41"],
    ["Grace", "Arlington", "85"],
  ];
  const rules = [
    ...[100, 114, 156].map((y) => flat(y, 45, 345)),
    ...[116, 144].map((y) => slanted(190, y, 206, y + 12)),
  ];
  expect(findTables(pageOf(...rowsAt(102, [50, 150, 250], rows)), rules).map((table) => table.rows)).toEqual([rows]);
});

function filled(...edges: readonly [x0: number, y0: number, x1: number, y1: number]): Vector {
  const [x0, y0, x1, y1] = edges;
  return { box: { x0, y0, x1, y1 }, isStroked: false, isRectangle: true, isPaper: false };
}

/** The strokes around some cells. */
function bordered(tops: readonly number[]): readonly Vector[] {
  return gridOf(edges, tops).map(({ box: { x0, y0, x1, y1 } }) => filled(x0, y0, x1 + 0.5, y1 + 0.5));
}

const notes = [
  ["Name of person", "City", "Post"],
  ["Ada", "London", "Clerk"],
  ["Alan", "Wilmslow", "Fellow"],
  ["Grace", "Arlington", "Admiral"],
];

const noteLines = [
  words([50, 101], "Name of"),
  words([50, 112], "person"),
  words([150, 106], "City"),
  words([250, 106], "Post"),
  ...rowsAt(128, xs, notes.slice(1)),
];

/** Padding at both sides of a cell, and what is above, between and below it. */
function shadedInParts({ x0, y0, x1, y1 }: Box, lines: readonly number[]): readonly Vector[] {
  const [top = y0, bottom = y1] = [lines[0], lines.at(-1)];
  return [
    ...(top > y0 ? [filled(x0, y0, x1, top)] : []),
    filled(x0, top, x0 + 5, bottom),
    filled(x1 - 5, top, x1, bottom),
    ...(bottom < y1 ? [filled(x0, bottom, x1, y1)] : []),
    ...lines.slice(1).map((end, index) => filled(x0 + 5, lines[index] ?? end, x1 - 5, end)),
  ];
}

test("the parts that a shaded cell is filled in are one cell", () => {
  const heads = edges.slice(1).flatMap((x1, column) => {
    const cell = { x0: edges[column] ?? 0, y0: 100, x1, y1: 126 };
    return shadedInParts(cell, column === 0 ? [100, 112, 126] : [105.5, 117.5]);
  });
  const rules = rulesAmong([...heads, ...bordered([100, 126, 140, 154, 168])]);

  expect(only(noteLines, rules)?.rows).toEqual(notes);
});

test("a shaded paragraph in a shaded cell is no cell", () => {
  const heads = edges.slice(1).flatMap((x1, column) => {
    const x0 = edges[column] ?? 0;
    const ends = column === 0 ? [100, 112, 124] : [106, 118];
    return [
      filled(x0, 100, x1, 126),
      ...ends.slice(1).map((end, index) => filled(x0 + 5, ends[index] ?? end, x1 - 5, end)),
    ];
  });
  const rules = rulesAmong([...heads, ...bordered([100, 126, 140, 154, 168])]);

  expect(only(noteLines, rules)?.rows).toEqual(notes);
});

test("two bars side by side stay apart", () => {
  const bars = [filled(45, 100, 55, 150), filled(145, 100, 155, 150)];
  expect(rulesAmong(bars).filter(({ orientation }) => orientation === "vertical")).toHaveLength(4);
});

test("space between the borders of cells is no row", () => {
  const tops = notes.map((_, row) => 100 + 17.2 * row);
  const lines = tops.flatMap((top, row) => rowsAt(top + 2, xs, notes.slice(row, row + 1)));
  // Only the cells of one column are shaded, others have no upper border.
  const cells = tops.flatMap((top) => [
    ...edges.map((x) => upright(x, top, top + 14)),
    flat(top + 14, 45, 345),
    ...box(145, top, 245, top + 14),
  ]);

  expect(only(lines, [flat(100, 45, 345), ...cells])?.rows).toEqual(notes);
});

test("a bold title between two tables with the same columns starts another one", () => {
  const bold = ["Name", "City", "Post"];
  const heads = [102, 150].flatMap((y) => bold.map((text, at) => words([xs[at] ?? 0, y], text, { isBold: true })));
  const title = words([50, 132], "Others", { isBold: true });
  const bodies = [116, 164].flatMap((y, at) => rowsAt(y, xs, notes.slice(at + 1, at + 2)));
  const rules = [100, 148].flatMap((y) => gridOf(edges, [y, y + 14, y + 28]));
  const tables = findTables(pageOf(...heads, title, ...bodies), rules);

  expect(tables.map(({ rows }) => rows)).toEqual([
    [bold, notes[1]],
    [bold, notes[2]],
  ]);
});

test("a caption between rules of one width parts two tables", () => {
  const rules = [100, 116, 146, 178, 194, 224].map((y) => flat(y, 45, 345));
  const caption = words([110, 157], "Table 2. Those in other cities");
  const lines = [
    ...rowsAt(103, xs, people.slice(0, 3)),
    caption,
    ...rowsAt(181, xs, [people[0] ?? [], ...people.slice(3, 5)]),
  ];
  const tables = findTables(pageOf(...lines), rules);

  expect(tables.map(({ rows }) => rows)).toEqual([people.slice(0, 3), [people[0], ...people.slice(3, 5)]]);
});

test("shapes with round corners behind whole columns leave the table, unlike those across them", () => {
  const rows = [
    ["Part", "Price", "Stock"],
    ["Bolt", "12.50", "100"],
    ["Nut", "8.25", "250"],
    ["Washer", "3.10", "400"],
    ["Screw", "6.75", "120"],
  ];
  const lines = rowsAt(100, xs, rows);
  const behind = [slanted(145, 98, 210, 166), slanted(245, 98, 310, 166)];
  expect(only(lines, behind)?.rows).toEqual(rows);
  const across = [slanted(100, 98, 210, 166), slanted(180, 98, 310, 166)];
  expect(findTables(pageOf(...lines), across)).toEqual([]);
});
