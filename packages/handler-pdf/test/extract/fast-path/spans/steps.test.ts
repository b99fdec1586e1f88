import { expect, test } from "vitest";
import { newLine, onward, stepOf, withSpace } from "../../../../src/extract/fast-path/spans/span-builder.ts";

test("a gap is a space until it starts a new line", () => {
  expect([0.1, 0.2, 0.7999, 0.8001, 2].map((gap) => stepOf(gap, 0))).toEqual([
    onward,
    withSpace,
    withSpace,
    newLine,
    newLine,
  ]);
});

// Bullets of manual pages are at this distance from their items, where the engine may decide either way.
test.for([0.8, -0.8, Math.fround(0.8), 0.8 + 1e-7])("a gap of %d is left to the engine", (gap) => {
  expect(() => stepOf(gap, 0)).toThrow("gap");
});
