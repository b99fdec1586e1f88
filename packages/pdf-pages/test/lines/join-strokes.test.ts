import { describe, expect, it } from "vitest";
import type { FlatSpan } from "../../src/lines/spans.ts";
import { joinStrokes } from "../../src/lines/correct-spans.ts";

const font = { name: "Math", family: "serif", weight: "normal", style: "normal", size: 100 };

function spansOf(...texts: readonly string[]): readonly FlatSpan[] {
  return texts.map((text, index) => ({
    span: { wmode: 0, bbox: { x: 100 * index, y: 0, w: 100, h: 100 }, font, x: 100 * index, y: 80, text },
    block: 1,
    tag: undefined,
  }));
}

const textsOf = (spans: readonly FlatSpan[]): readonly string[] => spans.map(({ span }) => span.text);

describe("a stroke before a mathematical symbol", () => {
  it("is part of the symbol, in one span or at the end of the previous one", () => {
    expect(textsOf(joinStrokes(spansOf("f\u0338 = 0")))).toEqual(["f ≠ 0"]);
    expect(textsOf(joinStrokes(spansOf(" Q\u0338", " =", " ∅")))).toEqual([" Q", " ≠", " ∅"]);
    expect(textsOf(joinStrokes(spansOf("x\u0338", "\u2208 A")))).toEqual(["x", " \u2209 A"]);
  });

  it("stays if no such symbol follows, or none that exists with a stroke", () => {
    for (const texts of [["a\u0338 b"], ["a\u0338"], ["a\u0338", "b"], ["\u0338\u2200"]])
      expect(textsOf(joinStrokes(spansOf(...texts)))).toEqual(texts);
  });

  it("costs nothing on other pages", () => {
    const spans = spansOf("Nothing here");
    expect(joinStrokes(spans)).toBe(spans);
  });
});
