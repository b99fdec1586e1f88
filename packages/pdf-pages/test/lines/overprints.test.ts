import { expect, test } from "vitest";
import { withoutOverprints } from "../../src/lines/overprints.ts";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

function span(text: string, [x, y]: readonly [number, number], size = 10): FlatSpan {
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: size * 10 };
  const bbox = { x: x * 10, y: y * 10, w: text.length * 50, h: 120 };
  return { span: { wmode: 0, bbox, font, x: x * 10, y: y * 10 + 100, text }, block: 1, tag: undefined };
}

function textsOf(...spans: readonly FlatSpan[]): readonly string[] {
  return withoutOverprints(spans, () => spans.flatMap(glyphsOf)).map(({ span: { text } }) => text);
}

function glyphsOf({ span: { text, bbox } }: FlatSpan): readonly PlacedGlyph[] {
  return Array.from(text, (sign, at) => ({ sign, x0: bbox.x / 10 + 5 * at, x1: bbox.x / 10 + 5 * at + 5 }));
}

const page = ["Company", "1.9", "Hefty", "56.4", "$846", "Kruger"].map((text, row) => span(text, [72, 100 + 14 * row]));

const pageAgain = page.map((one) => ({ ...one }));

test("a text that is painted again at the same place, or with a slight shift, is there once", () => {
  expect(textsOf(span("Total", [72, 100]), span("12", [140, 100]), span("Total", [72.4, 100]))).toEqual([
    "12",
    "Total",
  ]);
});

test("a page that is painted twice has its text once, with the glyphs that are missing the first time", () => {
  const first = page.map((one) => ({ ...one, span: { ...one.span, text: one.span.text.replace("ef", "  ") } }));
  expect(textsOf(...first, ...page)).toEqual(page.map(({ span: { text } }) => text));
});

test("equal texts beside or below each other stay", () => {
  const spans = [
    span("0", [72, 100]),
    span("0", [78, 100]),
    span("0", [72, 112]),
    span("l", [90, 100]),
    span("l", [91.8, 100]),
  ];
  expect(textsOf(...spans)).toHaveLength(spans.length);
});

test("a text within another stays on a page that is not painted twice", () => {
  expect(textsOf(span("Name: ____", [72, 100]), span("am", [77, 100]), span("Na", [72, 100]))).toHaveLength(3);
});

test("a word that is painted again within its line goes, and one that was filled into a gap stays", () => {
  const line = span("Box 1 of 20 :      floor 31", [72, 300]);
  const words = [span("12", [142, 300]), span("floor", [167, 300]), span("b 31", [192, 300])];
  const expected = [...textsOf(...page), line.span.text, "12", "b 31"];
  expect(textsOf(...page, ...pageAgain, line, ...words)).toEqual(expected);
});

test.for([
  [71.9, 72.2],
  [72.2, 71.9],
  [72.4, 72.7],
])("bold type is found wherever it starts: at %s and %s", ([first = 0, second = 0]) => {
  expect(textsOf(span("Bold", [first, 100]), span("Bold", [second, 99.9]))).toEqual(["Bold"]);
});

test("many spans at one place are compared in little time", () => {
  const spans = Array.from({ length: 20_000 }, (_, index) => span(String(index), [72, 100]));
  expect(textsOf(...spans)).toHaveLength(spans.length);
});

test("the glyphs of a page are not read for spans that are all within many others", () => {
  const nested = Array.from({ length: 150 }, (_, index) => span(`${index} ${"ab ".repeat(100)}`, [72, 300]));
  const alike = nested.map((one) => ({ ...one, span: { ...one.span, bbox: { ...one.span.bbox, w: 9000 } } }));
  const readGlyphs = (): never => {
    throw new Error("The glyphs were read.");
  };
  expect(withoutOverprints([...page, ...pageAgain, ...alike], readGlyphs)).toHaveLength(page.length + alike.length);
});
