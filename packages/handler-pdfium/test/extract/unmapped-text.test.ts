import { cleanText } from "@reader/pdf-pages";
import { describe, expect, test } from "vitest";
import { type FontProgram, parseFontProgram } from "../../src/extract/font-program.ts";
import { readerOfCodes, readerOfFont, readUnmapped } from "../../src/extract/unmapped-text.ts";

const numbered: FontProgram = { isNumbered: true, glyphCount: 0, characters: new Map<number, number>() };
const named = { ...numbered, isNumbered: false };

function textOf(codes: readonly number[], program = numbered): string {
  return codes.map(readerOfCodes(codes, program)).join("");
}

const inGlyphOrder = [57, 36, 55, 3, 38, 82, 71, 72];

test("glyphs in the usual order of TrueType fonts are read", () => {
  expect(textOf(inGlyphOrder)).toBe("VAT Code");
  expect(textOf([53, 82, 93, 78, 227, 68, 71])).toBe("Rozkład");
  expect(textOf([43, 72, 79, 79, 174])).toBe("HellÃ");
});

test("ligatures of TeX's text fonts are read in both encodings, unless other control characters are beside them", () => {
  const word = Array.from("di\u001Berent ", (sign) => sign.charCodeAt(0));
  expect(textOf([...word, 0x1d, 0x6f, 0x77], named)).toBe("different flow");
  expect(textOf([0x64, 0x69, 0x0b, 0x65, 0x72], named)).toBe("differ");
  expect(textOf([...word, 0x05], named)).toBe("di\uFFFDerent \uFFFD");
  expect([0x64, 0x1b].map(readerOfCodes([0x64, 0x1b], named, "слово и дело")).join("")).toBe("d\uFFFD");
});

test("glyphs of a font whose glyphs have names are not numbered", () => {
  expect(textOf(inGlyphOrder, named)).toBe("9$7\uFFFD&RGH");
});

test("glyphs that a program numbered as it used them are unknown", () => {
  expect(textOf([13, 7, 28, 29, 8, 26, 45, 9, 47, 23, 24, 5])).toBe(
    "".padEnd(6, "\uFFFD") + "-\uFFFD/" + "\uFFFD\uFFFD\uFFFD",
  );
});

test("codes that are ASCII stay so", () => {
  expect(textOf(Array.from("THAN N", (sign) => sign.charCodeAt(0)))).toBe("THAN N");
});

test("codes of several bytes may be UTF-8", () => {
  expect(textOf([0xd09c, 0xd0b0, 0x20, 0xe38081, 0xf0a8a780])).toBe("Ма 、𨧀");
});

test("the map of a TrueType font names its glyphs", () => {
  const bytes = fontWith({ first: 0x41, last: 0x43, glyph: 7 });
  const program = parseFontProgram(bytes);
  expect(program).toMatchObject({ isNumbered: true, glyphCount: 10 });
  expect(textOf([9, 7, 8, 7], program)).toBe("CABA");
});

test("a damaged font names nothing", () => {
  const bytes = fontWith({ first: 0x41, last: 0x43, glyph: 7 });
  for (let length = 0; length < bytes.length; length += 7) {
    expect(() => parseFontProgram(bytes.slice(0, length))).not.toThrow();
  }
  expect(parseFontProgram(Uint8Array.of(1, 0, 4, 2)).isNumbered).toBe(false);
});

/** Builds a font with a `maxp` and a `cmap` table for one range of characters. */
function fontWith({ first, last, glyph }: { first: number; last: number; glyph: number }): Uint8Array {
  const header = [0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0];
  const segments = [last, 0xffff, 0, first, 0xffff, (glyph - first) & 0xffff, 1, 0, 0];
  const subtable = [4, 16 + segments.length * 2, 0, 4, 0, 0, 0, ...segments].flatMap(sixteen);
  const map = [...[0, 1, 3, 1, 0, 12].flatMap(sixteen), ...subtable];
  const profile = [0, 1, 0, 0, ...sixteen(10), 0, 0];
  const mapAt = 12 + 2 * 16;
  const entries = [...entry("cmap", mapAt, map.length), ...entry("maxp", mapAt + map.length, profile.length)];
  return Uint8Array.from([...header, ...entries, ...map, ...profile]);
}

function sixteen(value: number): readonly number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

function entry(tag: string, at: number, length: number): readonly number[] {
  const word = (value: number): readonly number[] => [...sixteen(value >>> 16), ...sixteen(value)];
  return [...Array.from(tag, (sign) => sign.charCodeAt(0)), 0, 0, 0, 0, ...word(at), ...word(length)];
}

test("glyphs of a font whose other text is of another script are not ASCII, and vowels are before their letters", () => {
  const characters = new Map([
    [0x4c, 0x0bc7],
    [0x4d, 0x0b95],
  ]);
  const program = { isNumbered: true, glyphCount: 200, characters };
  const read = readerOfCodes([0x4c, 0x4d], program, "\u0BAE\u0BA9\u0BBF\u0BA4");
  expect(cleanText(read(0x4c) + read(0x4d))).toBe("\u0B95\u0BC7");
  expect(readerOfCodes([0x4c, 0x4d], program, "words")(0x4c)).toBe("L");
});

/** Reads one code of a font with other codes. */
function readOne(fontName: string, code: number, { others = [code], program = numbered } = {}): string {
  return readerOfFont({ name: fontName, mapped: "" }, others, () => program)(code);
}

test("codes of TeX's symbol fonts are symbols, and never ASCII", () => {
  expect(readOne("ABCDEF+CMEX10", 0x50)).toBe("∑");
  expect(readOne("CMSY10", 0x36)).toBe("\u0338");
  expect(readOne("CMSY10", 0x41)).toBe("\uFFFD");
  expect(readOne("CMSY10", 36, { others: inGlyphOrder })).toBe("\uFFFD");
  expect(readOne("CMR10", 0x41)).toBe("A");
});

test("codes of TeX's symbol fonts are what their font names, except the stroke over others", () => {
  const characters = new Map([
    [1, 0x2208],
    [0x36, 0x37],
    [0x41, 0x1d49c],
  ]);
  const font = { others: [1, 0x36, 0x41], program: { isNumbered: false, glyphCount: 128, characters } };
  expect(font.others.map((code) => readOne("ABCDEF+CMBSY7", code, font))).toEqual(["∈", "\u0338", "𝒜"]);
});

describe("a vowel that is painted before its letter, with a glyph without a map", () => {
  const program = { isNumbered: true, glyphCount: 9, characters: new Map([[7, 0x93f]]) };

  /** Reads characters, of which the first has no map. The last one may be of another font with the same name. */
  function readTexts(texts: readonly string[], glyphs: readonly number[], lastFont = 1): readonly string[] {
    const found = { texts: [...texts], styles: texts.map(() => ({ font: { name: "Odd" } })) };
    readUnmapped(found, [{ at: 0, code: 7 }], {
      fontAt: (place) => (place === texts.length - 1 ? lastFont : 1),
      isOneGlyph: (one, other) => glyphs[one] === glyphs[other],
      programOf: () => program,
    });
    return found.texts.map((text) => cleanText(text));
  }

  test("is not also in the text of the cluster", () => {
    expect(readTexts(["", "\u0915", "\u093F"], [0, 1, 1])).toEqual(["\u093F", "\u0915", ""]);
  });

  test("stays where another glyph is mapped to it", () => {
    expect(readTexts(["", "\u0915", "\u093F"], [0, 1, 2])).toEqual(["\u093F", "\u0915", "\u093F"]);
  });

  test("stays in text of another font with the same name", () => {
    expect(readTexts(["", "\u0915", "\u093F"], [0, 1, 1], 2)).toEqual(["\u093F", "\u0915", "\u093F"]);
  });
});
