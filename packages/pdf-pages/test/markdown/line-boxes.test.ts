import { expect, test } from "vitest";
import { codeBoxes, tableBoxes } from "../../src/markdown/line-boxes.ts";
import type { FlowLine } from "../../src/layout/flow.ts";
import type { Box, Table, TextLine } from "../../src/model/page-content.ts";

function boxAt(y: number, x = 10): Box {
  return { x0: x, y0: y, x1: x + 50, y1: y + 10 };
}

function textLine(text: string, box: Box): TextLine {
  const style = { font: "F", sizePt: 10, isBold: false, isItalic: false, isMonospaced: false };
  return { runs: [{ text, box, style }], box, direction: "ltr" };
}

function tableOf(rows: readonly (readonly string[])[], lines: readonly TextLine[], headerRows = 1): Table {
  return { box: { x0: 0, y0: 0, x1: 500, y1: 500 }, rows, headerRows, lines: new Set(lines) };
}

test("a row of a table has the box around its lines, the rule below the header has none", () => {
  const lines = [
    textLine("Name", boxAt(10)),
    textLine("Price", boxAt(10, 100)),
    textLine("Oak", boxAt(30)),
    textLine("7", boxAt(30, 100)),
    textLine("7", boxAt(50, 100)),
    textLine("Birch", boxAt(50)),
  ];
  const rows = [
    ["Name", "Price"],
    ["Oak", "7"],
    ["Birch", "7"],
  ];
  const row = (y: number): Box => ({ x0: 10, y0: y, x1: 150, y1: y + 10 });
  expect(tableBoxes(tableOf(rows, lines))).toEqual([[row(10)], [], [row(30)], [row(50)]]);
});

test("a row whose lines are not found has the box of the table, an empty header has none", () => {
  const table = tableOf([["a"], ["b"]], [textLine("b", boxAt(30))], 0);
  expect(tableBoxes(table)).toEqual([[], [], [table.box], [boxAt(30)]]);
});

test("fences and empty lines of code have no boxes", () => {
  const line = (y: number): FlowLine => ({
    kind: "line",
    text: "x",
    code: [],
    box: boxAt(y),
    sizePt: 10,
    font: "F",
    isBold: false,
    isItalic: false,
    isMonospaced: true,
    isRightToLeft: false,
    isVertical: false,
    isSpread: false,
    block: 0,
    tag: undefined,
  });
  expect(codeBoxes([line(10), line(22), line(60)])).toEqual([[], [boxAt(10)], [boxAt(22)], [], [boxAt(60)], []]);
});
