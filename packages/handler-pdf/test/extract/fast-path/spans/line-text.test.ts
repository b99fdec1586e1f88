import { expect, test } from "vitest";
import { LineText } from "../../../../src/extract/fast-path/spans/open-line.ts";

function taken(line: LineText, text: string): string {
  for (const character of text) line.add(character.codePointAt(0) ?? 0);
  return line.take();
}

test.for([
  ["plain letters", "A line of text."],
  ["letters of one byte", "na\u00efve caf\u00e9 \u0080\u00ff"],
  ["letters of two bytes", "\u0100 \u2019 \u4e2d\u6587"],
  ["pairs", "one \u{1f600} and \u{20000}"],
  ["a long line of one byte", "long \u00e9 ".repeat(1000)],
  ["a long line of two bytes", "long \u4e2d ".repeat(1000)],
  ["nothing", ""],
] as const)("%s are returned as collected", ([, text]) => {
  expect(taken(new LineText(), text)).toBe(text);
});

test("a line leaves nothing to the next, whatever they contain", () => {
  const line = new LineText();
  const texts = ["wide \u4e2d", "plain", "", "\u{1f600}".repeat(800), "short", "x".repeat(3000), "y"];
  expect(texts.map((text) => taken(line, text))).toEqual(texts);
});
