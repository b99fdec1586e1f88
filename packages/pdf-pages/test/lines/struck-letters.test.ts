import { expect, test } from "vitest";
import type { FlatSpan } from "../../src/lines/spans.ts";
import { joinStruckLetters } from "../../src/lines/struck-letters.ts";

function textOf(text: string, name: string): string | undefined {
  const font = { name, family: "serif", weight: "normal", style: "normal", size: 100 };
  const bbox = { x: 720, y: 1000, w: 500, h: 120 };
  const one: FlatSpan = { span: { wmode: 0, bbox, font, x: 720, y: 1100, text }, block: 1, tag: undefined };
  return joinStruckLetters([one])[0]?.span.text;
}

test("the stroke of a TeX font and the letter after it are one letter", () => {
  expect(textOf("\uFFFDLukasz Zo\uFFFDl\uFFFDl", "ABCDEF+CMR10")).toBe("\u0141ukasz Zo\u0142\u0142");
});

test("a glyph without a character before another letter, or of another font, stays", () => {
  expect(textOf("a\uFFFDk", "ABCDEF+CMR10")).toBe("a\uFFFDk");
  expect(textOf("a\uFFFDl", "ABCDEF+CMSY10")).toBe("a\uFFFDl");
  expect(textOf("a\uFFFDl", "CMRoman")).toBe("a\uFFFDl");
});
