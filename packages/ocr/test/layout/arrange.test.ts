import { expect, test } from "vitest";
import { arrange } from "../../src/layout/blocks.ts";
import type { Block } from "../../src/model/lines.ts";
import { printed, typed } from "./print.ts";

function textsOf(blocks: readonly Block[]): readonly string[] {
  return arrange(blocks).map(({ text }) => text);
}

test("columns of cells are read row by row and aligned", () => {
  const parts = printed(["Part", "PX-1037", "PX-1074"], [0, 0]);
  const names = printed(["Name", "Bearing 1 mm", "Bearing 2 mm"], [200, 0]);
  const prices = printed(["Price", "20.17", "40.24"], [500, 0]);
  const rows = textsOf([parts, names, prices]);
  expect(rows.map((row) => row.split(/ {2,}/))).toEqual([
    ["Part", "Name", "Price"],
    ["PX-1037", "Bearing 1 mm", "20.17"],
    ["PX-1074", "Bearing 2 mm", "40.24"],
  ]);
  expect(new Set(rows.map((row) => row.search(/Name|Bearing/))).size).toBe(1);
});

test("a row has the words of its cells, from left to right, and the box around them", () => {
  const [row] = arrange([printed(["Count"], [300, 0]), printed(["Part"], [0, 2])]);
  expect(row?.words.map(({ text }) => text)).toEqual(["Part", "Count"]);
  expect(row?.box).toMatchObject({ x0: 0, y0: 0, y1: 22 });
});

test("an empty cell leaves its place empty", () => {
  const parts = printed(["PX-1", "PX-2", "PX-3"], [0, 0]);
  const counts = [...printed(["12"], [300, 0]), ...printed(["14"], [300, 60])];
  const prices = printed(["1.50", "2.50", "3.50"], [500, 0]);
  const rows = textsOf([parts, counts, prices]);
  expect(rows[1]?.indexOf("2.50")).toBe(rows[0]?.indexOf("1.50"));
});

test("columns of prose stay one after the other", () => {
  const column = [
    "the lamp burned for many nights",
    "without a fault that was seen by",
    "anybody on the island or below",
  ];
  const left = printed(column, [0, 0]);
  const right = printed(
    column.map((line) => line.toUpperCase()),
    [450, 0],
  );
  expect(textsOf([left, right])).toEqual([...column, ...column.map((line) => line.toUpperCase())]);
});

test("code keeps its indentation, also where the engine takes the numbers of lines for a column", () => {
  const code = typed(
    ["export function sum(items) {", "for (const item of items) {", "total += item.price", "}"],
    [40, 0],
  ).map((line, index) => ({ ...line, shift: [0, 20, 40, 20][index] ?? 0 }));
  const indented = code.flatMap(({ text, box, shift }) => typed([text], [box.x0 + shift, box.y0]));
  const numbers = typed(["1", "2", "3", "4"], [0, 0]);
  expect(textsOf([numbers, indented])).toEqual([
    "1   export function sum(items) {",
    "2     for (const item of items) {",
    "3       total += item.price",
    "4     }",
  ]);
});

test("a wide gap stays one in a table without rules, and prose with a gap here and there stays prose", () => {
  const table = printed(["Start Date      Amount", "12/20/24      $12,500.00"], [0, 0]);
  expect(textsOf([table]).every((row) => / {2,}\S/.test(row))).toBe(true);
  const prose = printed(["the lamp burned for many nights", "without  a fault that  was seen"], [0, 0]);
  expect(textsOf([prose])[1]).toBe("without a fault that was seen");
});

test("distant rows have an empty line between them", () => {
  const parts = [...printed(["PX-1", "PX-2", "PX-3"], [0, 0]), ...printed(["Total"], [0, 200])];
  const prices = [...printed(["1.50", "2.50", "3.50"], [300, 0]), ...printed(["7.50"], [300, 200])];
  expect(arrange([parts, prices]).map(({ startsParagraph = false }) => startsParagraph)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test("remains of table rules are not cells", () => {
  const parts = printed(["| Part", "PX-1", "|"], [0, 0]);
  const prices = printed(["Price", "1.50", "| 2.50"], [300, 0]);
  expect(textsOf([parts, prices]).join("")).not.toContain("|");
});

test("a page of nothing stays one", () => {
  expect(arrange([])).toEqual([]);
});

test("a column of separate cells belongs to the rows beside it", () => {
  const rows = printed(
    ["Oak shelf      4      38.50", "Bracket      8      6.25", "Fitting      3      42.00"],
    [0, 0],
  );
  const amounts = ["154.00", "50.00", "126.00"].map((amount, index) => printed([amount], [600, index * 30]));
  expect(textsOf([rows, ...amounts]).map((row) => row.split(/ {2,}/).at(-1))).toEqual(["154.00", "50.00", "126.00"]);
});

test("a space narrower than a character of code is removed next to punctuation and kept between words", () => {
  const code = typed(
    ["let first = store.open", "  let second = list.of", "call keeps_the_first twice", "Note: five words"],
    [40, 60],
  );
  const split = code.map((line) => ({
    ...line,
    words: line.words.flatMap((word) => {
      if (word.text !== "keeps_the_first") return [word];
      const { x0, y0, y1, x1 } = word.box;
      const left = { ...word, text: "keeps_the_", box: { x0, y0, x1: x0 + 97, y1 } };
      return [left, { ...word, text: "first", box: { x0: x0 + 103, y0, x1, y1 } }];
    }),
  }));
  expect(textsOf([split])).toEqual(code.map(({ text }, index) => (index === 1 ? `  ${text}` : text)));
});

test("a few lines of code with split words are code like the lines around them", () => {
  const before = typed(
    ["function first(item, count)", "  return item.price * count", "let more = of the same"],
    [40, 60],
  );
  const after = typed(
    ["function other(item, count)", "    return item.weight + count", "let last = one of them"],
    [40, 240],
  );
  const cut = typed(["  def __init__ (self)"], [60, 180]).map((line) => ({
    ...line,
    words: line.words.map((word, index) => (index === 1 ? { ...word, text: "init" } : word)),
  }));
  const numbers = typed(["7"], [10, 180]);
  const row = textsOf([before, cut, after, numbers]).find((text) => text.includes("self"));
  expect(row).toMatch(/^7 +def/);
});
