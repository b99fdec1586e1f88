import { expect, test } from "vitest";
import { withoutFalseGutters } from "../../src/layout/blocks.ts";
import { typed } from "./print.ts";

const text = (blocks: ReturnType<typeof withoutFalseGutters>): readonly string[] =>
  blocks.map((block) => block.map((line) => line.text).join("\n"));

/** Prose over the whole width, of which the two columns below it are the next lines. */
const above = typed(["a read that was cancelled ended after a while"], [40, 40]);

test("lines that go on beside them are one where prose runs through the gap, and words cut in two are whole", () => {
  const left = typed(["it prints a ta", "and no more of"], [40, 60]);
  const right = [...typed(["ble of pages"], [40 + 14 * 10, 60]), ...typed(["what is there"], [40 + 14 * 10 + 5, 90])];
  expect(text(withoutFalseGutters([above, left, right]))).toEqual([
    "a read that was cancelled ended after a while",
    "it prints a table of pages\nand no more of what is there",
  ]);
});

test("columns as far apart as columns are stay", () => {
  const columns = [above, typed(["one column", "of two"], [40, 60]), typed(["another", "beside"], [40 + 14 * 10, 60])];
  expect(text(withoutFalseGutters(columns))).toEqual(text(columns));
});

test("cells that almost touch stay where nothing runs through the gap between them", () => {
  const columns = [typed(["12", "13"], [40, 60]), typed(["14", "15"], [40 + 2 * 10, 60])];
  expect(text(withoutFalseGutters(columns))).toEqual(["12\n13", "14\n15"]);
});
