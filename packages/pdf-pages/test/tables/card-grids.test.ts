import { expect, test } from "vitest";
import { readingOrder } from "../../src/layout/order/reading-order.ts";
import { type Box, type TextLine, textOf } from "../../src/model/page-content.ts";
import type { Vector } from "../../src/model/page-model.ts";
import { findCards } from "../../src/tables/ruled/card-grids.ts";
import { pageOf, words } from "./pages.ts";

function drawn(box: Box, isRectangle = true): Vector {
  return { box, isStroked: true, isRectangle, isPaper: false };
}

/** Boxes in rows of `columns`, `gapPt` apart, 150 points wide and 60 high. */
function boxes(count: number, { columns = 3, gapPt = 10 } = {}): readonly Box[] {
  return Array.from({ length: count }, (_, index) => {
    const x0 = 50 + (index % columns) * (150 + gapPt);
    const y0 = 100 + Math.floor(index / columns) * (60 + gapPt);
    return { x0, y0, x1: x0 + 150, y1: y0 + 60 };
  });
}

/** Lines below each other in each box; the first is bold. */
function filled(all: readonly Box[], texts: readonly string[]): readonly TextLine[] {
  return all.flatMap(({ x0, y0 }, box) =>
    texts.map((text, index) =>
      words([x0 + 8, y0 + 6 + 14 * index], `${text} ${String(box + 1)}`, { isBold: index === 0 }),
    ),
  );
}

/** The order in which a browser or a drawing program may paint: all first lines, then all second lines. */
function lineByLine(lines: readonly TextLine[]): readonly TextLine[] {
  return lines.toSorted((one, other) => one.box.y0 - other.box.y0 || one.box.x0 - other.box.x0);
}

const card = ["Name", "Role", "Phone"];

test.for([
  { title: "apart", gapPt: 10, isRectangle: true },
  { title: "touching", gapPt: 0, isRectangle: true },
  { title: "with rounded corners", gapPt: 10, isRectangle: false },
])("cards $title are read one after the other", ({ gapPt, isRectangle }) => {
  const all = boxes(6, { gapPt });
  const content = pageOf(...lineByLine(filled(all, card)));
  const cards = findCards(
    content,
    all.map((box) => drawn(box, isRectangle)),
  );
  expect(cards).toHaveLength(1);
  const texts = readingOrder(content, [], cards).map(({ line }) => textOf(line.runs));
  expect(texts).toEqual([1, 2, 3, 4, 5, 6].flatMap((number) => card.map((text) => `${text} ${String(number)}`)));
});

test("columns of a table with rules between them are no cards", () => {
  const all = boxes(3, { gapPt: 0 });
  const texts = all.flatMap(({ x0, y0 }, column) =>
    ["Miners", "Bakers", "Weavers"].map((label, row) =>
      words([x0 + 8, y0 + 6 + 14 * row], column === 0 ? label : `${String(column)},${String(100 + row)}`),
    ),
  );
  expect(
    findCards(
      pageOf(...texts),
      all.map((one) => drawn(one)),
    ),
  ).toEqual([]);
});

test("cards of four lines are found beside short rules that do not reach them", () => {
  const all = boxes(3);
  const sides = all.flatMap(({ x0, y0, x1, y1 }) => [
    { x0, y0, x1, y1: y0 },
    { x0, y0: y1, x1, y1 },
    { x0, y0, x1: x0, y1 },
    { x0: x1, y0, x1, y1 },
  ]);
  const short = Array.from({ length: 8 }, (_, index) => ({
    x0: 540,
    y0: 90 + 12 * index,
    x1: 580,
    y1: 90 + 12 * index,
  }));
  const found = [[], short].map((others) =>
    findCards(
      pageOf(...filled(all, card)),
      [...sides, ...others].map((side) => drawn(side, false)),
    ),
  );
  expect(found.map((grids) => grids.map(({ cards }) => cards.length))).toEqual([[3], [3]]);
});

test("each card is a block, after a title and before text below", () => {
  const all = boxes(3);
  const title = words([50, 60], "Our staff");
  const below = words([50, 300], "Office hours are from nine to five.");
  const content = pageOf(title, ...lineByLine(filled(all, card)), below);
  const placed = readingOrder(
    content,
    [],
    findCards(
      content,
      all.map((box) => drawn(box)),
    ),
  );
  expect(placed.map(({ block }) => block)).toEqual([0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4]);
});

test("a line with room for the next word in its card ends there", () => {
  const all = boxes(3);
  const wrapped = ["Name", "Head of the long office", "for roads"];
  const content = pageOf(...filled(all, wrapped));
  const [grid] = findCards(
    content,
    all.map((box) => drawn(box)),
  );
  const ended = [...(grid?.ended ?? [])].map((line) => textOf(line.runs));
  expect(ended).toContain("Name 1");
  expect(ended).not.toContain("Head of the long office 1");
});

const grid = boxes(9, { gapPt: 0 });

test.for([
  { title: "cells of one line", all: grid, lines: filled(grid, ["Value"]) },
  {
    title: "cells of two lines in one type, without titles",
    all: grid,
    lines: filled(grid, ["Value", "in words"]).map((line) => ({
      ...line,
      runs: line.runs.map((run) => ({ ...run, style: { ...run.style, isBold: false } })),
    })),
  },
  {
    title: "long cells below heads of another height",
    all: [...grid, ...grid.slice(0, 3).map((box) => ({ ...box, y0: 76, y1: 100 }))],
    lines: [...filled(grid, card), ...grid.slice(0, 3).map(({ x0 }) => words([x0 + 8, 82], "Head"))],
  },
  {
    title: "shaded cells between others",
    all: boxes(3),
    lines: [...filled(boxes(3), card), words([0, 120], "Label"), words([540, 120], "0.40")],
  },
  { title: "two boxes", all: grid.slice(0, 2), lines: filled(grid.slice(0, 2), card) },
  {
    title: "boxes that text crosses",
    all: boxes(3),
    lines: [...filled(boxes(3), card), words([60, 148], "A line that crosses two of these boxes.")],
  },
])("$title are no cards", ({ all, lines }) => {
  expect(
    findCards(
      pageOf(...lines),
      all.map((box) => drawn(box)),
    ),
  ).toEqual([]);
});
