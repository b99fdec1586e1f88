import { expect, test } from "vitest";
import { hasRightToLeft } from "../../src/model/direction.ts";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import { placeSignsInGaps } from "../../src/lines/signs-in-gaps.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

const letterPt = 5;

interface Span {
  readonly one: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
}

/** A span in 10-point type that starts at a position, to the left from letters from right to left. `_` is a gap. */
function spanAt(start: number, written: string, isFromRight = hasRightToLeft(written)): Span {
  let x = start;
  const glyphs: PlacedGlyph[] = [];
  for (const sign of written) {
    if (isFromRight) x -= letterPt;
    if (sign !== "_") glyphs.push({ sign, x0: x, x1: x + letterPt });
    if (!isFromRight) x += letterPt;
  }
  const [left, right] = [Math.min(start, x), Math.max(start, x)];
  const text = written.replaceAll("_", "");
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 100 };
  const bbox = { x: left * 10, y: 1000, w: (right - left) * 10, h: 120 };
  return { one: { span: { wmode: 0, bbox, font, x: start * 10, y: 1100, text }, block: 1, tag: undefined }, glyphs };
}

function textsOf(spans: readonly Span[]): readonly string[] {
  const placed = placeSignsInGaps(
    spans.map(({ one }) => one),
    () => spans.flatMap(({ glyphs }) => glyphs),
  );
  return placed.map(({ span }) => span.text);
}

test("brackets and quotes are put into the words that have gaps in their places", () => {
  const words = spanAt(200, " _אבג_ דהו_זח");
  expect(textsOf([words, spanAt(195, "(", true), spanAt(175, ")", true), spanAt(150, '"', true)])).toEqual([
    ' (אבג) דהו"זח',
  ]);
});

test("a sign is put at the side of the space where it is", () => {
  expect(textsOf([spanAt(200, "אבג _דה"), spanAt(180, "(", true)])).toEqual(["אבג (דה"]);
  expect(textsOf([spanAt(200, "אבג_ דה"), spanAt(185, ")", true)])).toEqual(["אבג) דה"]);
});

test("a dash is put into words from left to right beside those from right to left", () => {
  const spans = [spanAt(200, "אבג"), spanAt(100, "PRV_77"), spanAt(115, "-", false)];
  expect(textsOf(spans)).toEqual(["אבג", "PRV-77"]);
});

test("signs without a gap, or outside of words, stay", () => {
  const spans = [spanAt(200, "אבגדהו"), spanAt(185, "(", true), spanAt(120, ")", true)];
  expect(textsOf(spans)).toEqual(["אבגדהו", "(", ")"]);
});

test("characters of a page without signs inside words are not read", () => {
  const readGlyphs = (): readonly PlacedGlyph[] => {
    throw new Error("read");
  };
  const spans = [spanAt(200, "אבג").one, spanAt(100, "-", false).one];
  expect(placeSignsInGaps(spans, readGlyphs)).toBe(spans);
});
