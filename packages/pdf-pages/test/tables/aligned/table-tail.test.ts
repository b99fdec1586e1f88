import { expect, test } from "vitest";
import type { TextLine } from "../../../src/model/page-content.ts";
import { fragmentsOf } from "../../../src/tables/cells/fragment.ts";
import { tailLength } from "../../../src/tables/aligned/aligned-regions.ts";
import { visualRows } from "../../../src/tables/cells/visual-rows.ts";
import { pageOf, rowsAt, words } from "../pages.ts";

const blocks = rowsAt(
  100,
  [50, 200, 350],
  [
    ["Bill to", "Ship to", "Payment"],
    ["Acme Farming Ltd", "Acme Depot", "By transfer"],
    ["Jane Holloway", "Dock 7", "In 30 days"],
    ["4 Mill Lane", "Hull HU9", ""],
  ],
);

/** Returns how many of the lines below the blocks, each on its own row, continue them. */
function tailOf(below: readonly TextLine[]): number {
  const rows = visualRows(fragmentsOf(pageOf(...blocks, ...below)));
  return tailLength(rows.slice(0, 4), rows.slice(4));
}

test.for<readonly [string, readonly TextLine[], number]>([
  ["the line that the first of them has more", [words([50, 156], "Leeds LS1")], 1],
  ["the line that another has more", [words([200, 156], "England")], 1],
  ["two lines", [words([50, 156], "Leeds LS1"), words([50, 170], "England")], 2],
  ["a line before white", [words([50, 156], "Leeds LS1"), words([50, 200], "The goods are ours.")], 1],
  ["no text that goes on", [156, 170, 184, 198].map((y) => words([50, y], "Text below it")), 0],
  ["no line further down", [words([50, 160], "Leeds LS1")], 0],
  ["no line under several blocks", [words([50, 156], "The goods remain our property until then.")], 0],
  ["no line beside their edges", [words([60, 156], "Leeds LS1")], 0],
])("blocks side by side end with %s", ([, below, length]) => {
  expect(tailOf(below)).toBe(length);
});
