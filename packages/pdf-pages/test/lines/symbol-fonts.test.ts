import { expect, test } from "vitest";
import type { FlatSpan } from "../../src/lines/spans.ts";
import { withShownSymbols } from "../../src/lines/symbol-fonts.ts";

function span(text: string, name: string): FlatSpan {
  const font = { name, family: "serif", weight: "normal", style: "normal", size: 100 };
  return {
    span: { wmode: 0, bbox: { x: 0, y: 0, w: 100, h: 120 }, font, x: 0, y: 100, text },
    block: 1,
    tag: undefined,
  };
}

test.each([
  ["Symbol", "a \uF03D \uF061 \uF0B3 2", "a = α ≥ 2"],
  ["ABCDEF+SymbolMT", "1\uF0202", "1 2"],
  ["ABCDEF+Wingdings-Regular", "-1\uF0E01", "-1→1"],
  ["Wingdings 2", "\uF052", "☑"],
  ["Wingdings", "\uF061", "\uF061"],
  ["Wingdings 3", "\uF0E0", "\uF0E0"],
  ["ABCDEF+Corporate", "\uF061", "\uF061"],
])("in %s, %j is %j", (font, text, expected) => {
  const [one, other] = withShownSymbols([span(text, font), span("other", font)]).map((shown) => shown.span.text);
  expect([one, other]).toEqual([expected, "other"]);
});
