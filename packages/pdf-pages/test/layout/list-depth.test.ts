import { expect, test } from "vitest";
import type { FlowLine } from "../../src/layout/flow.ts";
import { createListDepths } from "../../src/layout/lists.ts";
import { flow, tag } from "./pages.ts";

function itemLine(text: string, item: number): FlowLine {
  return flow(text, { tag: tag("LBody", item, { listDepth: 1, item }) });
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
