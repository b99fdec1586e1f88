import { expect, it } from "vitest";
import type { FlowLine } from "../../../src/layout/flow.ts";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import { headingLevel } from "../../../src/layout/headings/headings.ts";
import { createTypeSizes } from "../../../src/layout/headings/type-sizes.ts";
import { column, flow, page, paragraph } from "../pages.ts";

const type = { isMonospaced: true, font: "Courier" };
const text = "the text of the document, which is typewritten as all of it";
const sizes = createTypeSizes();
sizes.learn(page(column([text, text, text], { y: 120, ...type })));

/** A typewritten line at a position. */
function typed(words: string, [x, y]: readonly [x: number, y: number], look: Partial<FlowLine> = {}): FlowLine {
  return flow(words, { ...type, box: { x0: x, y0: y, x1: x + 6 * words.length, y1: y + 12 }, ...look });
}

/** The level of a line between paragraphs that start at a position. */
function levelOf(line: FlowLine, textX: number, body = sizes): number {
  const levels = createHeadingLevels(() => 2);
  const evidence = { outline: new Map(), hasTaggedHeadings: false, isBoldCommon: false, page: 2, heightPt: 792 };
  const before = paragraph(typed(text, [textX, 276]));
  const after = paragraph(typed(text, [textX, 324]), typed(text, [textX, 336]));
  const candidate = { paragraph: paragraph(line), text: line.text, before, after, isFoot: false };
  return headingLevel(candidate, { ...evidence, sizes: body, levels });
}

it("a number with a title further out than the text is a heading", () => {
  expect(levelOf(typed("1. Introduction", [72, 300]), 90)).toBe(1);
  expect(levelOf(typed("2.1. Terms", [72, 300]), 90)).toBe(2);
});

it("larger words and several words in capitals are headings", () => {
  expect(levelOf(typed("The Protocol", [200, 300], { sizePt: 14 }), 72, withTitle())).toBeGreaterThan(0);
  expect(levelOf(typed("STATUS OF THIS MEMO", [72, 300]), 72)).toBeGreaterThan(0);
});

it.each([
  ["an item that starts with the text", typed("1. Introduction", [90, 300])],
  ["a sentence", typed("1. Open the cover.", [72, 300])],
  ["a line without a number", typed("Introduction", [72, 300])],
  ["a total in larger type", typed("TOTAL $821.14", [72, 300], { sizePt: 14 })],
])("%s is no heading", (_, line) => {
  expect(levelOf(line, 90, withTitle())).toBe(0);
});

/** The sizes of a document with a larger line. */
function withTitle() {
  const both = createTypeSizes();
  both.learn(page(column(["The Protocol"], { y: 40, sizePt: 14, ...type }), column([text, text], { y: 90, ...type })));
  return both;
}
