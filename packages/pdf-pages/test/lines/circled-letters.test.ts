import { expect, test } from "vitest";
import { withCircledLetters } from "../../src/lines/circled-letters.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

/** A span in 10-point type whose characters are 5 points wide. */
function span(text: string, x: number, block = 1): FlatSpan {
  const font = { name: "CMR10", family: "serif", weight: "normal", style: "normal", size: 100 };
  const bbox = { x: x * 10, y: 1000, w: text.length * 50, h: 120 };
  return { span: { wmode: 0, bbox, font, x: x * 10, y: 1100, text }, block, tag: undefined };
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

test("the text behind the circle stays", () => {
  expect(texts(span("c", 72), span("\u20DD 1999", 70))).toEqual(["©", " 1999"]);
});

test.each([
  ["another letter", [span("a", 72), span("\u20DD", 70)]],
  ["a letter elsewhere", [span("c", 72), span("\u20DD", 200)]],
  ["a letter of another block", [span("c", 72), span("\u20DD", 70, 2)]],
])("a circle beside %s stays", (_, spans) => {
  expect(texts(...spans)).toEqual(spans.map(({ span: { text } }) => text));
});
