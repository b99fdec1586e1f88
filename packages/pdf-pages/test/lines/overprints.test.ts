import { expect, test } from "vitest";
import { withoutOverprints } from "../../src/lines/overprints.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

function span(text: string, [x, y]: readonly [number, number], size = 10): FlatSpan {
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: size * 10 };
  const bbox = { x: x * 10, y: y * 10, w: text.length * 50, h: 120 };
  return { span: { wmode: 0, bbox, font, x: x * 10, y: y * 10 + 100, text }, block: 1, tag: undefined };
}

function textsOf(...spans: readonly FlatSpan[]): readonly string[] {
  return withoutOverprints(spans).map(({ span: { text } }) => text);
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

test("text that was filled in stays on a page with words painted again for the sake of boldness", () => {
  const line = span("Box 1 of 20 :      floor 31", [72, 300]);
  expect(textsOf(...page, ...pageAgain, line, span("12", [142, 300]))).toEqual([
    ...textsOf(...page),
    line.span.text,
    "12",
  ]);
});

test("a text with most of its characters missing stays", () => {
  const line = span("1, 2, 3 and 4", [72, 300]);
  const other = { ...line, span: { ...line.span, text: "1 3" } };
  expect(textsOf(...page, ...pageAgain, line, other)).toEqual([...textsOf(...page), line.span.text, "1 3"]);
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

test("the texts of spans that only overlap are not compared", () => {
  let reads = 0;
  const counted = (one: FlatSpan): FlatSpan => {
    const { text, ...rest } = one.span;
    const readText = (): string => {
      reads += 1;
      return text;
    };
    return { ...one, span: Object.defineProperty({ ...rest, text }, "text", { get: readText }) };
  };
  const overlapping = Array.from({ length: 150 }, (_, index) =>
    counted(span("ab ".repeat(100), [72 + 2 * index, 300])),
  );
  expect(withoutOverprints([...page, ...pageAgain, ...overlapping])).toHaveLength(page.length + overlapping.length);
  expect(reads).toBeLessThanOrEqual(2 * overlapping.length);
});
