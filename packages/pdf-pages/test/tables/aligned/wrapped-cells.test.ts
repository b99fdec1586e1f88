import { expect, test } from "vitest";
import { findTables } from "../../../src/tables/find-tables.ts";
import { flat, gridOf, pageOf, words } from "../pages.ts";

const xs = [50, 120, 220, 330];

function tableOf(rows: readonly (readonly string[])[], rules: readonly number[] = []) {
  const lines = rows.flatMap((row, index) =>
    row.flatMap((text, column) => (text === "" ? [] : [words([xs[column] ?? 0, 100 + 12 * index], text)])),
  );
  const found = findTables(
    pageOf(...lines),
    rules.map((y) => flat(y, 45, 420)),
  );
  return found.map((table) => table.rows);
}

test("a date that wraps before its year is one cell", () => {
  const found = tableOf([
    ["No.", "Place", "Date", "Amount"],
    ["1", "Meadow", "2 January 2020", "51,611"],
    ["2", "Harbour", "20 July 2015", "68,331"],
    ["3", "Archive", "15 September", "58,685"],
    ["", "", "2017", ""],
    ["4", "Market", "11 March 2012", "6,400"],
  ]);
  expect(found).toEqual([
    [
      ["No.", "Place", "Date", "Amount"],
      ["1", "Meadow", "2 January 2020", "51,611"],
      ["2", "Harbour", "20 July 2015", "68,331"],
      ["3", "Archive", "15 September 2017", "58,685"],
      ["4", "Market", "11 March 2012", "6,400"],
    ],
  ]);
});

test("a year below a name is not part of it", () => {
  const found = tableOf([
    ["No.", "Place", "Owner", "Amount"],
    ["1", "Meadow", "Committee", "51,611"],
    ["2", "Harbour", "Council of all", "68,331"],
    ["3", "Archive", "Committee", "58,685"],
    ["", "", "2017", ""],
    ["4", "Market", "Council", "6,400"],
  ]);
  expect(found[0]).toContainEqual(["", "", "2017", ""]);
});

test("text that reaches over the next column does not widen the lines of its own", () => {
  const found = tableOf(
    [
      ["648765", "ENGARD INC", "2727 WEST MEMORIAL", ""],
      ["", "", "ROAD", "TULSA"],
      ["406487", "OEME LLC", "3700 WEST 40", "NORMAN"],
      ["487016", "WINE LLC", "14201 NORTH MAY AVENUE OKLAHOMA", ""],
      ["617276", "JOINT INC", "401 NORTH BROADWAY", ""],
      ["", "", "STREET", "POTEAU"],
      ["373340", "MAZEL INC", "SUITE 150", "SHAWNEE"],
    ],
    [97, 122, 134, 146, 170, 182],
  );
  const addresses = found[0]?.map((row) => row[2]);
  expect(addresses).toContain("2727 WEST MEMORIAL ROAD");
  expect(addresses).toContain("401 NORTH BROADWAY STREET");
});

test("lines between wide gaps are one row if each row has one number, wherever the lines break", () => {
  const doses = [
    { name: ["Tebuconazole", "(in water)"], hours: "24", method: ["Put in water for", "a day."] },
    { name: ["Benomyl"], hours: "12", method: ["Stir.", "Let it dry.", "Sow."] },
    { name: ["Thiram", "(powder)"], hours: "6", method: ["Stir it well."] },
    { name: ["Prochloraz", "(oil)"], hours: "48", method: ["Put in water for", "two days."] },
  ];
  const column = (x: number, y: number, texts: readonly string[]) =>
    texts.map((text, index) => words([x, y + 11 * index], text));
  const lines = doses.flatMap(({ name, hours, method }, row) => {
    const y = 120 + 40 * row;
    return [...column(50, y, name), words([150, y], hours), ...column(200, y, method)];
  });
  const heads = ["Agent", "Hours", "Method"].map((text, index) => words([[50, 150, 200][index] ?? 0, 104], text));
  const [table] = findTables(pageOf(...heads, ...lines), gridOf([45, 145, 195, 400], [100, 117, 280]));
  expect(table?.rows).toEqual([
    ["Agent", "Hours", "Method"],
    ...doses.map(({ name, hours, method }) => [name.join(" "), hours, method.join(" ")]),
  ]);
});

/** Rows of lines in columns: the lines of one row are 9 points apart, and rows 13 points. */
function tableOfLines(columns: readonly number[], rows: readonly (readonly (readonly string[])[])[]) {
  let y = 100;
  const lines = rows.flatMap((row) =>
    row.flatMap((line, index) => {
      y += index === 0 ? 13 : 9;
      return line.flatMap((text, column) => (text === "" ? [] : [words([columns[column] ?? 0, y], text)]));
    }),
  );
  return findTables(pageOf(...lines), []).map((table) => table.rows);
}

const properties = [
  [["Size", "Number of bytes", "4369920"]],
  [
    ["Size/Text1", "Size with one digit or", "4.1 MiB"],
    ["", "with none", ""],
  ],
  [
    ["Size/Text2", "Size with two digits or", "4.17 MiB"],
    ["", "with one", ""],
  ],
  [["Rate", "Number of bits", "3018811"]],
];

test("a line near the one above that continues the label and another cell is no row", () => {
  const found = tableOfLines(
    [50, 110, 260],
    [
      ...properties,
      [
        ["Rate_Least/", "Least number of bits in", "1800"],
        ["Text", "one second", ""],
      ],
      [
        ["Width/Text", "Width in pixels", "320 pixels"],
        ["", "", "640"],
      ],
    ],
  );
  expect(found[0]).toContainEqual(["Rate_Least/ Text", "Least number of bits in one second", "1800"]);
  expect(found[0]).toContainEqual(["Width/Text", "Width in pixels", "320 pixels 640"]);
});

test("a number near the words above it, which had no room beside them, continues its cell", () => {
  const found = tableOfLines(
    [50, 110, 260],
    [
      ...properties,
      [
        ["Kind", "Kind of the stream", "Layer"],
        ["", "", "3"],
      ],
      [["Name", "Name of the kind", "XviD, DivX"]],
      [
        ["Hint", "Hint for the kind", "XviD or DivX"],
        ["", "", "5"],
      ],
    ],
  );
  expect(found[0]).toContainEqual(["Hint", "Hint for the kind", "XviD or DivX 5"]);
  // There was room beside this word.
  expect(found[0]).toContainEqual(["", "", "3"]);
});

test("rows of words above numbers are no lines of one head", () => {
  const [found] = tableOf([
    ["Mode", "Mode of the rate", "CBR", "VBR"],
    ["Mode/Text", "Mode of the rate", "Constant", "Variable"],
    ["Rate", "Bits per second", "3018811", "15900000"],
    ["Width", "Width in pixels", "320", "640"],
    ["Height", "Height in pixels", "240", "480"],
  ]);
  expect(found?.slice(0, 2)).toEqual([
    ["Mode", "Mode of the rate", "CBR", "VBR"],
    ["Mode/Text", "Mode of the rate", "Constant", "Variable"],
  ]);
});

test("rows below a cell whose lines are long are in the table", () => {
  const pins = [
    ["Pin", "Name", "Type", "Description"],
    ["1", "VIN", "P", "Supply input"],
    ["2", "FB", "I", "Feedback input. Connect to the middle of the divider between output and"],
    ["", "", "", "ground; keep the trace as short as you can and well away from the inductor"],
    ["", "", "", "and from the switch."],
    ["3", "SW", "O", "Switch node"],
    ["4", "BST", "O", "Bootstrap"],
  ];
  const found = tableOf(pins);
  expect(found).toHaveLength(1);
  expect(found[0]?.slice(-2)).toEqual(pins.slice(-2));
});
