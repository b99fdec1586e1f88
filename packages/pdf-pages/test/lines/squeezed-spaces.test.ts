import { expect, test } from "vitest";
import type { PlacedGlyph } from "../../src/lines/placed-glyphs.ts";
import { withoutSqueezedSpaces } from "../../src/lines/squeezed-spaces.ts";
import type { FlatSpan } from "../../src/lines/spans.ts";

const letterPt = 5;

/** A line in 10-point type, and its characters: a space before a letter in capitals is a tenth of its width. */
function lineOf(written: string, line: number): { readonly one: FlatSpan; readonly glyphs: readonly PlacedGlyph[] } {
  let x = 72;
  const glyphs: PlacedGlyph[] = [];
  for (const [at, sign] of Array.from(written).entries()) {
    glyphs.push({ sign: sign.toLowerCase(), x0: x, x1: x + letterPt });
    x += sign === " " && /[A-Z]/u.test(written.charAt(at + 1)) ? letterPt / 10 : letterPt;
  }
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 100 };
  const y = 1000 + 120 * line;
  const bbox = { x: 720, y, w: (x - 72) * 10, h: 120 };
  const span = { wmode: 0, bbox, font, x: 720, y: y + 100, text: written.toLowerCase() };
  return { one: { span, block: 1, tag: undefined }, glyphs };
}

function textsOf(...written: readonly string[]): readonly string[] {
  const lines = written.map(lineOf);
  const spans = withoutSqueezedSpaces(
    lines.map(({ one }) => one),
    () => lines.flatMap(({ glyphs }) => glyphs),
  );
  return spans.map(({ span }) => span.text);
}

test("spaces that show no gap are removed from words", () => {
  const lines = ["the librar Y is read", "it suppor Ts all of them", "in this for Mat only"];
  expect(textsOf(...lines)).toEqual(["the library is read", "it supports all of them", "in this format only"]);
});

test("spaces that show a gap stay, whatever they are between", () => {
  const lines = ["the librar y is read", "it suppor ts all of them"];
  expect(textsOf(...lines)).toEqual(lines);
});

test("the characters of a page without remains of words are not read", () => {
  const spans = [lineOf("the library is read", 1).one, lineOf("a function f of it", 2).one];
  const readGlyphs = (): readonly PlacedGlyph[] => {
    throw new Error("read");
  };
  expect(withoutSqueezedSpaces(spans, readGlyphs)).toBe(spans);
});
