import { expect, test } from "vitest";
import { punctuationAsDisplayed } from "../../src/lines/correct-spans.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";

const font = { name: "Some", family: "serif", weight: "normal", style: "normal", size: 100 };
const bbox = { x: 0, y: 0, w: 50, h: 100 };

const spansOf = (...texts: readonly string[]): readonly FlatSpan[] =>
  texts.map((text) => ({ span: { wmode: 0, bbox, font, x: 0, y: 0, text }, block: 1, tag: undefined }));

/** Each character is as wide as the step to the next one. */
function glyphsOf(text: string, step: number): readonly PlacedGlyph[] {
  return Array.from(text, (sign, index) => ({ sign, x0: 500 + index * step, x1: 500 + index * step + Math.abs(step) }));
}

test.for([
  ["turns signs that are painted from the right", -5, " ."],
  ["leaves those that are painted from the left", 5, ". "],
] as const)("%s", ([, step, expected]) => {
  const seen = punctuationAsDisplayed(spansOf("שלום", ". "), () => glyphsOf("שלום. ", step));
  expect(seen.map(({ span }) => span.text)).toEqual(["שלום", expected]);
});

test("reads no glyphs if no punctuation is separate", () => {
  const spans = spansOf("שלום.", " ", "12");
  expect(punctuationAsDisplayed(spans, () => expect.unreachable())).toBe(spans);
});
