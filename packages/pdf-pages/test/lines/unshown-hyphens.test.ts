import { expect, test } from "vitest";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import { withoutUnshownHyphens } from "../../src/lines/shown-hyphens.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

const letterPt = 5;

/** Spans of one line in 10-point type. A `|` is a soft hyphen without room, and `~` one that is shown. */
function textsOf(...written: readonly string[]): readonly string[] {
  let x = 72;
  const glyphs: PlacedGlyph[] = [];
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 100 };
  const spans = written.map((text): FlatSpan => {
    const startPt = x;
    for (const sign of text) {
      glyphs.push({ sign: sign.replace(/[|~]/u, "\u00ad"), x0: x, x1: x + letterPt });
      x += sign === "|" ? 0 : letterPt;
    }
    const bbox = { x: startPt * 10, y: 1000, w: (x - startPt) * 10, h: 120 };
    const shown = text.replaceAll(/[|~]/gu, "\u00ad");
    return { span: { wmode: 0, bbox, font, x: startPt * 10, y: 1100, text: shown }, block: 1, tag: undefined };
  });
  return withoutUnshownHyphens(spans, () => glyphs).map(({ span }) => span.text);
}

test("a soft hyphen that takes no room is removed, also at the end of a span", () => {
  expect(textsOf("the ware|", "house and con|den", "sing")).toEqual(["the ware", "house and conden", "sing"]);
});

test("one that is shown stays", () => {
  expect(textsOf("well~", "known", "state~of the ware~")).toEqual([
    "well\u00ad",
    "known",
    "state\u00adof the ware\u00ad",
  ]);
});

test("characters of a page without soft hyphens are not read", () => {
  const readGlyphs = (): readonly PlacedGlyph[] => {
    throw new Error("read");
  };
  expect(withoutUnshownHyphens([], readGlyphs)).toEqual([]);
});
