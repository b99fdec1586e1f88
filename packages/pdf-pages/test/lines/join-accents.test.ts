import { expect, test } from "vitest";
import { joinAccents, joinAccentsOfFormulas } from "../../src/lines/join-accents.ts";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

/** A span of type of 10 points, in the engine's tenths of a point. */
function span(text: string, x: number, w: number): FlatSpan {
  const font = { name: "Roman", family: "serif", weight: "normal", style: "normal", size: 100 };
  return { span: { wmode: 0, bbox: { x, y: 0, w, h: 100 }, font, x, y: 80, text }, block: 1, tag: undefined };
}

function textsOf(...spans: readonly FlatSpan[]): readonly string[] {
  return joinAccentsOfFormulas(spans).map((one) => one.span.text);
}

test("an accent is joined with the letter of another font below it", () => {
  expect(textsOf(span("where \u02C6", 0, 350), span("y", 300, 50), span(", \u02DC", 350, 100))).toEqual([
    "where ",
    "\u0177",
    ", \u02DC",
  ]);
});

test("a letter without such a form gets a combining mark, and a span of only the accent goes", () => {
  expect(textsOf(span("\u02C6", 0, 50), span("x", 2, 50))).toEqual(["x\u0302"]);
});

test("the line ends where the letter begins", () => {
  const [first] = joinAccentsOfFormulas([span("so \u02D9", 0, 200), span("q", 150, 50)]);
  expect(first?.span.bbox.w).toBe(150);
});

test.for([
  ["a letter beside it", span("it\u00B4", 0, 100), span("s", 100, 50)],
  ["a letter far below it", span("\u02C6", 0, 300), span("x", 100, 50)],
  ["a digit", span("\u02C6", 0, 50), span("2", 2, 50)],
] as const)("an accent stays apart from %s", ([, one, next]) => {
  expect(textsOf(one, next)).toEqual([one.span.text, next.span.text]);
});

test("an accent of another font after its letter is joined", () => {
  expect(textsOf(span("cafe", 0, 200), span("\u00B4 noir", 165, 200))).toEqual(["caf\u00E9", " noir"]);
  expect(textsOf(span("na\u0131", 0, 130), span("\u00A8", 100, 33), span("ve", 130, 80))).toEqual(["na\u00EF", "ve"]);
});

test("an accent of another font is not joined with a letter that it is not over, or that has no such form", () => {
  expect(textsOf(span("main", 0, 190), span("\u00B4", 95, 30))).toEqual(["main", "\u00B4"]);
  expect(textsOf(span("caf", 0, 130), span("\u00B4", 114, 33), span("e", 115, 44))).toEqual(["caf", "\u00E9"]);
  expect(textsOf(span("can", 0, 150), span("\u00B4", 130, 33), span("e", 135, 44))).toEqual(["can", "\u00E9"]);
});

test("a span that begins with an accent over a capital letter is level with the next one", () => {
  const raised = span("\u00B4Ecole \u00A8", 0, 300);
  const one = { ...raised, span: { ...raised.span, y: 55 } };
  expect(textsOf(one, span("Uber", 220, 200))).toEqual(["\u00B4Ecole ", "\u00DCber"]);
});

const em = 10;

/** Glyphs half an em wide, at their places in tenths of an em. */
function glyphs(...placed: readonly (readonly [sign: string, at: number])[]): readonly PlacedGlyph[] {
  return placed.map(([sign, at]) => ({ sign, x0: (at * em) / 10, x1: ((at + 5) * em) / 10 }));
}

function joinedText(placed: readonly PlacedGlyph[]): string | undefined {
  const text = placed.map(({ sign }) => sign).join("");
  const end = Math.max(...placed.map(({ x1 }) => x1));
  return joinAccents([span(text, 0, end * 10)], () => placed)[0]?.span.text;
}

test("an accent is joined with the letter that it is painted over, before or after it", () => {
  expect(joinedText(glyphs(["\u00B4", 0], ["e", 0], ["t", 5]))).toBe("\u00E9t");
  expect(joinedText(glyphs(["e", 0], ["\u00B4", 1], ["!", 5]))).toBe("\u00E9!");
  expect(joinedText(glyphs(["l", 0], ["\u00B4", 5], ["e", 10]))).toBe("l\u00B4e");
});

test("a space that an engine added behind an accent goes, and a space that the page shows stays", () => {
  expect(joinedText(glyphs(["U", 0], ["\u00A8", 0], [" ", 2], ["b", 5]))).toBe("\u00DCb");
  expect(joinedText(glyphs(["U", 0], ["\u00A8", 0], [" ", 5], ["b", 10]))).toBe("\u00DC b");
});
