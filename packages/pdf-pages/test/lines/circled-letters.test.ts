import { expect, test } from "vitest";
import { withCircledLetters } from "../../src/lines/circled-letters.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

/** A span in 10-point type whose characters are 5 points wide. */
function span(text: string, x: number, { block = 1, y = 100, size = 10 } = {}): FlatSpan {
  const font = { name: "CMR10", family: "serif", weight: "normal", style: "normal", size: size * 10 };
  const bbox = { x: x * 10, y: y * 10, w: text.length * size * 5, h: size * 12 };
  return { span: { wmode: 0, bbox, font, x: x * 10, y: (y + size) * 10, text }, block, tag: undefined };
}

const texts = (...spans: readonly FlatSpan[]): readonly string[] =>
  withCircledLetters(spans).map(({ span: { text } }) => text);

test.each([
  ["Copyright c", "Copyright ©"],
  ["Copyright C ", "Copyright ©"],
  ["Microsoft R", "Microsoft ®"],
])("the letter and the circle around it in %o are one sign", (text, expected) => {
  const end = 72 + 5 * text.trimEnd().length;
  expect(texts(span(text, 72), span("\u20DD", end - 6), span("1999", end + 8))).toEqual([expected, "1999"]);
});

test("the letter may be small and raised", () => {
  const small = { y: 98, size: 5 };
  expect(texts(span("R", 150, small), span("\u20DD", 148, { y: 97, size: 7 }))).toEqual(["®"]);
});

test("the text behind the circle stays", () => {
  expect(texts(span("c", 72), span("\u20DD 1999", 70))).toEqual(["©", " 1999"]);
});

test.each([
  ["another letter", [span("a", 72), span("\u20DD", 70)]],
  ["a letter elsewhere", [span("c", 72), span("\u20DD", 200)]],
  ["a letter of another block", [span("c", 72), span("\u20DD", 70, { block: 2 })]],
  ["a letter of the line above", [span("the letter C", 72), span("\u20DD", 125, { y: 112 })]],
])("a circle beside %s stays", (_, spans) => {
  expect(texts(...spans)).toEqual(spans.map(({ span: { text } }) => text));
});
