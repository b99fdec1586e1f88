import { expect, test } from "vitest";
import { setFullWidths, setScaledSizes } from "../../src/extract/nameless-fonts.ts";
import { noStyle, type PageCharacters } from "../../src/extract/page-characters.ts";

/** A character of 20 points at 100, of which 14 to 18 are drawn on. */
function drawn(text: string, name: string): PageCharacters {
  const one = (value: number): Float64Array => Float64Array.of(value);
  return {
    count: 1,
    texts: [text],
    styles: [{ ...noStyle, font: { ...noStyle.font, name, size: 200 } }],
    added: new Uint8Array(1),
    isAfterGap: new Uint8Array(1),
    x0: one(114),
    x1: one(118),
    y0: one(108),
    y1: one(111),
    x: one(100),
    y: one(117.6),
  };
}

test.for([
  ["\u3002", "", [100, 120]],
  ["\u300C", "", [100, 120]],
  ["\u3002", "NotoSans", [114, 118]],
  [".", "", [114, 118]],
  ["\u304B", "", [114, 118]],
] as const)("%s of a font named '%s' has the sides %j", ([text, name, sides]) => {
  const characters = drawn(text, name);
  setFullWidths(characters);
  expect([characters.x0[0], characters.x1[0]]).toEqual(sides);
});

test.for([
  ["\u3002", [100, 111]],
  ["\u300C", [108, 120]],
] as const)("%s has its half of the height: %j", ([text, sides]) => {
  const characters = drawn(text, "");
  setFullWidths(characters);
  expect([characters.y0[0], characters.y1[0]].map((side) => Math.round(side ?? 0))).toEqual(sides);
});

/** Letters of a font without a name, each this many points wide. */
function letters(widthPt: number, size: number, name = "") {
  const texts = Array.from("letters");
  const places = (first: number): Float64Array => Float64Array.from(texts, (_, index) => first + index * widthPt);
  const rows = (value: number): Float64Array => Float64Array.from(texts, () => value);
  return {
    count: texts.length,
    texts,
    styles: texts.map(() => ({ ...noStyle, font: { ...noStyle.font, name, size } })),
    added: new Uint8Array(texts.length),
    isAfterGap: new Uint8Array(texts.length),
    x0: places(100),
    x1: places(100 + widthPt),
    y0: rows(100),
    y1: rows(300),
    x: places(100),
    y: rows(200),
  };
}

test("a font without a name whose letters are much wider than its size gets the size of its letters", () => {
  const wide = letters(5, 1);
  setScaledSizes(wide);
  expect(wide.styles[0]?.font.size).toBeGreaterThan(80);
  expect(wide.styles[0]?.font.size).toBeLessThan(130);
  expect((wide.y1[0] ?? 0) - (wide.y0[0] ?? 0)).toBeCloseTo((wide.styles[0]?.font.size ?? 0) / 10);
  for (const other of [letters(5, 100), letters(5, 1, "Times")]) {
    const { size } = other.styles[0]?.font ?? noStyle.font;
    setScaledSizes(other);
    expect(other.styles.map(({ font }) => font.size)).toEqual(other.texts.map(() => size));
  }
});
