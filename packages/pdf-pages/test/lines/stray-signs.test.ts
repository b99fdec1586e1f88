import { expect, test } from "vitest";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";
import { placeStraySigns } from "../../src/lines/stray-signs.ts";

/** A span of letters that are 10 points wide, in a line. */
function span(text: string, xPt: number, widthPt: number = text.length * 10): FlatSpan {
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 120 };
  const bbox = { x: xPt * 10, y: 0, w: widthPt * 10, h: 120 };
  return { span: { wmode: 0, bbox, font, x: xPt * 10, y: 100, text }, block: 1, tag: undefined };
}

/** The characters of words, each with its start. */
function glyphs(signs: readonly (readonly [sign: string, x0: number])[]): readonly PlacedGlyph[] {
  return signs.map(([sign, x0]) => ({ sign, x0, x1: x0 + 10 }));
}

function textsOf(spans: readonly FlatSpan[], placed: readonly PlacedGlyph[]): readonly string[] {
  return placeStraySigns(spans, spans, () => placed).map((one) => one.span.text);
}

test("spaces painted before the words of a line are put between them", () => {
  const spans = [span(" ", 20, 3), span(" ", 43, 3), span("abcdef", 0, 76)];
  const words = glyphs([
    [" ", 20],
    [" ", 43],
    ["a", 0],
    ["b", 10],
    ["c", 23],
    ["d", 33],
    ["e", 46],
    ["f", 56],
  ]);
  expect(textsOf(spans, words)).toEqual(["ab cd ef"]);
});

test("a full stop painted before Hebrew words is put before the space in its place", () => {
  const spans = [span(" .", 40, 6), span("אב גד", 0, 86)];
  const words = glyphs([
    [" ", 40],
    [".", 43],
    ["א", 66],
    ["ב", 56],
    [" ", 42],
    ["ג", 30],
    ["ד", 20],
  ]);
  expect(textsOf(spans, words)).toEqual(["אב. גד"]);
});

test.for([
  ["a space that follows the words before it", [span("ab", 0), span(" ", 20, 3), span("cd", 23)]],
  ["punctuation that was painted apart from words from left to right", [span(",", 30), span("abcdef", 0)]],
  ["a sign of another line", [span("- ", 300), span("abcdef", 0)]],
] as const)("%s stays", ([, spans]) => {
  const placed = glyphs(
    spans.flatMap(({ span: { text, bbox } }) => Array.from(text, (sign, at) => [sign, bbox.x / 10 + 10 * at] as const)),
  );
  expect(placeStraySigns(spans, spans, () => placed)).toEqual(spans);
});

test("positions are not read if no signs are painted apart", () => {
  const spans = [span("some words, and more", 0)];
  const readGlyphs = () => {
    throw new Error("read");
  };
  expect(placeStraySigns(spans, spans, readGlyphs)).toBe(spans);
});
