import { expect, test } from "vitest";
import type { FlowLine } from "../../src/layout/flow.ts";
import { createListDepths } from "../../src/layout/lists.ts";

function itemLine(text: string, item: number): FlowLine {
  return {
    kind: "line",
    text,
    raw: "",
    box: { x0: 90, y0: 100, x1: 300, y1: 112 },
    sizePt: 10,
    font: "Body",
    isBold: false,
    isItalic: false,
    isMonospaced: false,
    isRightToLeft: false,
    isVertical: false,
    isSpread: false,
    block: 1,
    tag: { role: "LBody", element: item, listDepth: 1, item },
  };
}

test("an item without a marker at the top of a page continues the page before if other items have markers", () => {
  expect(createListDepths(() => true).begins(itemLine("More of step 3", 1))).toBe(false);
  expect(createListDepths(() => false).begins(itemLine("More of step 3", 1))).toBe(true);
  expect(createListDepths(() => false).begins(itemLine("of step 3", 1))).toBe(false);
});

test("an item further down starts where its number is new", () => {
  const depths = createListDepths(() => true);
  depths.begins(itemLine("More of step 3", 1));
  expect(depths.begins(itemLine("Step 4", 2))).toBe(true);
  expect(depths.begins(itemLine("More of step 4", 2))).toBe(false);
});
