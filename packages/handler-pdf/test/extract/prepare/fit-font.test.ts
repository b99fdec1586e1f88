import { expect, it } from "vitest";
import { computerModern } from "../../../src/extract/prepare/bitmap-map.ts";
import { fittedFont } from "../../../src/extract/prepare/bitmap-map.ts";
import { readBitmaps } from "../../../src/extract/prepare/bitmap-map.ts";

/** A bitmap font with this many dots per font size. */
function bitmaps(name: keyof typeof computerModern, text: string, dots: number): Map<number, number> {
  const widths = computerModern[name].split(" ").map(Number);
  const codes = Array.from(text, (sign) => sign.charCodeAt(0));
  return new Map(codes.map((code) => [code, Math.round(((widths[code] ?? 0) * dots) / 1000)]));
}

const textOf = (font: Map<number, number>, em?: number): string =>
  Array.from(fittedFont({ widths: font, em, isNamed: false })?.meanings.values() ?? []).join("");

it("identifies roman fonts by widths, and so their ligatures, quotes and dashes", () => {
  expect(textOf(bitmaps("cmr10", '\f\u000e{\\"[]cehilmnost', 83))).toBe("fiffi–“”[]cehilmnost");
});

it("finds the font size", () => {
  expect(
    fittedFont({ widths: bitmaps("cmr10", "\fabcefilmnost", 83), em: undefined, isNamed: false })?.size,
  ).toBeCloseTo(83, 0);
});

it("identifies mathematical symbols and letters", () => {
  expect(textOf(bitmaps("cmsy10", "\u0000\u00013[\u0015", 83), 83)).toBe("−·∈∪≥".replace("∈", "∋"));
  expect(textOf(bitmaps("cmmi10", "\u000b\f\u0019xyzabcdn", 83))).toBe("αβπxyzabcdn");
});

it("reads Russian by the letters that look like Latin ones", () => {
  const widths = computerModern.cmr10.split(" ").map(Number);
  const alike = Array.from("aeopcxABEKOPCTX", (letter) => widths[letter.charCodeAt(0)] ?? 0);
  const codes = [224, 229, 238, 240, 241, 245, 192, 194, 197, 202, 206, 208, 209, 210, 213];
  const font = new Map(codes.map((code, index) => [code, Math.round(alike[index] ?? 0)]));
  expect(textOf(font.set(225, 500), 1000)).toBe("аеорсхАВЕКОРСТХб");
});

it("does not guess the codes of few glyphs or of other fonts", () => {
  expect(textOf(bitmaps("cmsy10", "\u000f", 83))).toBe("");
  expect(textOf(new Map(Array.from("abcdefghij", (letter, index) => [letter.charCodeAt(0), 20 + 7 * index])))).toBe("");
});

it("identifies ligatures of other fonts if they are as wide as their letters", () => {
  const widths = new Map(Object.entries({ 12: 49, 102: 27, 105: 25, 101: 44, 108: 26 }).map(([code, w]) => [+code, w]));
  expect(new Map(readBitmaps({ widths, em: 83, isNamed: false }).meanings).get(12)).toBe("fi");
  expect(new Map(readBitmaps({ widths: widths.set(12, 30), em: 83, isNamed: false }).meanings).get(12)).toBe("\uFFFD");
});

it("identifies a lone bullet or minus in a font with a stated size", () => {
  expect(readBitmaps({ widths: new Map([[136, 41.5]]), em: 83, isNamed: false }).meanings).toEqual([[136, "•"]]);
  expect(readBitmaps({ widths: new Map([[0, 64.6]]), em: 83, isNamed: false }).meanings).toEqual([[0, "−"]]);
  expect(readBitmaps({ widths: new Map([[0, 52]]), em: 83, isNamed: false }).meanings).toEqual([[0, "\uFFFD"]]);
});

it("does not take codes for letters if an `m` is narrower than an `i`", () => {
  const widths = new Map(Object.entries({ 97: 80, 105: 70, 109: 24, 200: 60 }).map(([code, w]) => [+code, w]));
  expect(new Set(readBitmaps({ widths, em: undefined, isNamed: false }).meanings.map(([, text]) => text))).toEqual(
    new Set(["\uFFFD"]),
  );
});
