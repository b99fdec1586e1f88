import { expect, test } from "vitest";
import { joinAccentsOfFormulas } from "../../src/lines/join-accents.ts";
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
