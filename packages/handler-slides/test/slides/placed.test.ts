import { textBlock } from "@reader/office-kit/drawing";
import { expect, test } from "vitest";
import { orderedBlocks, type PlacedBlocks, titledBlocks } from "../../src/slides/placed.ts";
import { boxAround } from "../../src/slides/reading-order.ts";

/** More than a call can have arguments. */
const many = 150_000;

test("finds the title above more shapes than a call can have arguments", () => {
  const shapeAt = (top: number, words: string): PlacedBlocks => ({
    blocks: [textBlock(words)],
    box: { left: 0, top, right: 10, bottom: top + 1 },
  });
  const below = shapeAt(5, "Words");
  const shapes = Array.from({ length: many }, () => below);
  const { title, blocks } = titledBlocks("", [...shapes, shapeAt(0, "Heading")]);
  expect([title, blocks.length]).toEqual(["Heading", many]);
});

test("finds the box around boxes", () => {
  const boxes = [
    { left: 3, top: 4, right: 5, bottom: 6 },
    { left: 4, top: 1, right: 9, bottom: 2 },
  ];
  expect(boxAround(boxes)).toEqual({ left: 3, top: 1, right: 9, bottom: 6 });
  expect(boxAround([])).toBeUndefined();
});

test.for([
  ["left to right", ["One", "Two"], ["Two", "One"]],
  ["right to left in Arabic and Hebrew", ["أولا", "שתיים"], ["أولا", "שתיים"]],
  ["left to right if few letters are Hebrew", ["One", "Two ש"], ["Two ש", "One"]],
] as const)("reads columns from %s", ([, [right, left], expected]) => {
  const shapeAt = (x: number, words: string): PlacedBlocks => ({
    blocks: [textBlock(words)],
    box: { left: x, top: 0, right: x + 10, bottom: 10 },
  });
  const blocks = orderedBlocks([shapeAt(20, right), shapeAt(0, left)]);
  expect(blocks).toEqual(expected.map((words) => textBlock(words)));
});
