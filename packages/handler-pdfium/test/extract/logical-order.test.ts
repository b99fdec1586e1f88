import { describe, expect, test, vi } from "vitest";
import { inReadingOrder, withPlacedSpaces } from "../../src/extract/logical-order.ts";
import { spansOf } from "../../src/extract/page-spans.ts";
import { added } from "../../src/extract/painting-order.ts";
import { withKnownGlyphs } from "../../src/extract/whole-lines.ts";
import { noStyle, type ObjectStyle, type PageCharacters } from "../../src/extract/page-characters.ts";

interface Written {
  readonly along?: ObjectStyle["along"];
  /** The place of a character along the line, given its number. */
  readonly placeOf?: (index: number) => number;
}

/** Characters of one text object on one line, each 10 points wide. */
function lineOf(
  texts: readonly string[],
  { along = noStyle.along, placeOf = (index) => index }: Written = {},
): PageCharacters {
  const numbers = (value: (index: number) => number): Float64Array =>
    Float64Array.from(texts, (_, index) => value(index));
  const x = numbers((index) => 10 * placeOf(index));
  return {
    count: texts.length,
    texts,
    styles: texts.map(() => ({ ...noStyle, object: 7, along })),
    added: new Uint8Array(texts.length),
    isAfterGap: new Uint8Array(texts.length),
    x0: x,
    x1: x.map((start) => start + 10),
    y0: numbers(() => 0),
    y1: numbers(() => 10),
    x,
    y: numbers(() => 10),
  };
}

const word = ["\u0633", "\u0644", "\u0627", "\u0645"];

describe("a word that the engine turned once too often", () => {
  test("is turned back", () => {
    expect(inReadingOrder(lineOf(word)).texts).toEqual(word.toReversed());
  });

  test("may have more letters than a call has arguments", () => {
    const letters = Array.from({ length: 300_000 }, (_, index) => word[index % word.length] ?? "");
    expect(inReadingOrder(lineOf(letters)).texts.join("")).toBe(letters.toReversed().join(""));
  });
});

test("letters that the engine left as displayed are put in order, and numbers among them stay", () => {
  const displayed = ["\u05D5", "\u05D4", " ", "4", "2", " ", "\u05D1", "\u05D0"];
  expect(inReadingOrder(lineOf(displayed)).texts.join("")).toBe("\u05D0\u05D1 42 \u05D4\u05D5");
});

test("letters that overlap a little stay as they are", () => {
  const places = [5, 4, 4.1, 3];
  const line = lineOf(word, { placeOf: (index) => places[index] ?? 0 });
  expect(inReadingOrder(line).texts).toEqual(word);
});

test("a mark that shares the glyph of its letter follows it", () => {
  const places = [1, 0, 0];
  const line = lineOf(["\u0628", "\u064B", "\u0631"], { placeOf: (index) => places[index] ?? 0 });
  expect(inReadingOrder(line).texts).toEqual(["\u0628", "\u0631", "\u064B"]);
});

test("letters of one glyph are in order", () => {
  const { texts } = inReadingOrder(lineOf(word, { placeOf: () => 0 }));
  expect(texts).toEqual(word.toReversed());
});

test("a mark that ends a word stays before the space that the engine added after the word", () => {
  const shown = ["\u062C", "\u062F", "\u064B", " ", "\u0627", "\u0646"];
  const places = [5, 4, 4, 3, 1, 2];
  const line = lineOf(shown, { placeOf: (index) => places[index] ?? 0 });
  const styles = line.styles.map((style, index) => (index === 2 ? { ...style, object: 8 } : style));
  const kinds = Uint8Array.from(shown, (text) => (text === " " ? added.space : added.none));

  const { texts } = inReadingOrder({ ...line, styles, added: kinds });

  expect(texts.join("")).toBe("\u062C\u062F\u064B \u0646\u0627");
});

/** Texts of glyphs, one beside the other. */
function glyphsOf(texts: readonly string[], hasActualText = false): PageCharacters {
  const places = texts.flatMap((text, glyph) => Array.from(text, () => glyph));
  const line = lineOf(Array.from(texts.join("")), { placeOf: (index) => places[index] ?? 0 });
  return { ...line, styles: line.styles.map((style) => ({ ...style, hasActualText })) };
}

describe("a long text of one glyph", () => {
  const wholeLine = Array.from({ length: 8 }, () => word.join("")).join(" ");

  test("is unknown where several glyphs have the same line from right to left", () => {
    const long = wholeLine.repeat(5000);
    expect(inReadingOrder(glyphsOf([long, "a", long])).texts.join("")).toBe("\uFFFDa\uFFFD");
  });

  test("is the letter that the line has at the place of the glyph", () => {
    const line =
      "\u05E9\u05DC\u05D5\u05DD \u05D4\u05E2\u05D5\u05DC\u05DD \u05D0\u05D1 \u05D0\u05D1 \u05D0\u05D1 \u05D0\u05D1";
    const glyphs = Array.from("\u05E9\u05DC\u05D5 \u05D4\u05E2\u05D5\u05DC");
    const shown = glyphsOf([...glyphs.slice(0, 3), line, ...glyphs.slice(3), line].toReversed());
    expect(inReadingOrder(shown).texts.join("")).toBe("\u05E9\u05DC\u05D5\u05DD \u05D4\u05E2\u05D5\u05DC\u05DD");
  });

  test.for([
    { title: "a line that is there once", texts: [wholeLine, "a"], hasActualText: false },
    { title: "a line that the file gives as ActualText", texts: [wholeLine, "a", wholeLine], hasActualText: true },
    {
      title: "words from left to right beside others",
      texts: ["International Standards Organization", "\u05D0", "International Standards Organization"],
      hasActualText: false,
    },
  ])("is kept: $title", ({ texts, hasActualText }) => {
    const shown = inReadingOrder(glyphsOf(texts, hasActualText)).texts.join("");
    expect(shown).not.toContain("\uFFFD");
    expect(shown).toHaveLength(texts.join("").length);
  });
});

test("a line that is there once is turned whole, with its marks, but not its numbers", () => {
  const words =
    "\u0643\u0650\u062A\u0627\u0628 \u062C\u062F\u064A\u062F \u06F1\u06F2 abc \u0648\u0643\u0628\u064A\u0631\u064B";
  // As the engine gives the text of a line, glyph by glyph.
  const given =
    "\u064B\u0631\u064A\u0628\u0643\u0648 abc \u06F1\u06F2 \u062F\u064A\u062F\u062C \u0628\u0627\u062A\u0650\u0643";
  expect(inReadingOrder(glyphsOf([given])).texts.join("")).toBe(words);
});

test("on a line mostly from left to right, only the runs of a glyph's line are turned", () => {
  const given = "\u0643\u0650\u0628\u0627\u062A \u062F\u064A\u062F\u062C \u06F1\u06F2 \u064A\u0628\u0643\u0648";
  const words = "\u0643\u0650\u062A\u0627\u0628 \u062C\u062F\u064A\u062F \u06F1\u06F2 \u0648\u0643\u0628\u064A";
  const latin = Array.from("a b c d e f g ");
  expect(inReadingOrder(glyphsOf([...latin, `${given}     `])).texts.join("")).toContain(words);
});

test("a line whose words are elsewhere on the page in the other direction is not the text of its glyph", () => {
  const line = Array.from({ length: 8 }, () => word.join("")).join(" ");
  const shown = inReadingOrder(glyphsOf([line, "a", ...word.toReversed()])).texts.join("");
  expect(shown).toContain("\uFFFD");
});

test("a line whose words are only parts of words on the page is the text of its glyph", () => {
  const line = Array.from({ length: 8 }, () => word.join("")).join(" ");
  const longer = ["\u0628", ...word, "\u0628"].toReversed();
  expect(inReadingOrder(glyphsOf([line, "a", ...longer])).texts.join("")).not.toContain("\uFFFD");
});

test("letters of lines that are upside down, or vertical, are not turned by their places from the left", () => {
  for (const along of [
    { x: -1, y: 0 },
    { x: 0, y: 1 },
  ]) {
    expect(inReadingOrder(lineOf([...word, " ", ...word], { along })).texts).toEqual([...word, " ", ...word]);
  }
});

test("a space among the letters before it is moved to its place", () => {
  const places = [5, 4, 3, 1, 2, 0];
  const { texts } = inReadingOrder(
    lineOf(["\u0633", "\u0644", "\u0645", "\u0628", " ", "\u062A"], { placeOf: (index) => places[index] ?? 0 }),
  );
  expect(texts).toEqual(["\u0633", "\u0644", "\u0645", " ", "\u0628", "\u062A"]);
});

/** Counts how often the numbers of a column are read. */
function counting(column: Float64Array, count: () => void): Float64Array {
  return new Proxy(column, {
    get(target, key) {
      if (typeof key === "string" && /^\d+$/u.test(key)) count();
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Letters from right to left, and after them spaces that all belong before the first letter. */
function withStraySpaces(count: number): PageCharacters {
  const texts = Array.from({ length: 2 * count }, (_, index) => (index < count ? "\u0633" : " "));
  const line = lineOf(texts, { placeOf: (index) => (index < count ? -index : 1) });
  return { ...line, x1: line.x1.map((end, index) => (index < count ? end : end + 1e9)) };
}

test("the work for spaces among letters grows no faster than their number", () => {
  const readsOf = (count: number): number => {
    let reads = 0;
    const line = withStraySpaces(count);
    withPlacedSpaces({ ...line, x0: counting(line.x0, () => (reads += 1)) });
    return reads;
  };
  const few = readsOf(500);

  expect(few).toBeGreaterThan(0);
  expect(readsOf(2000)).toBeLessThanOrEqual(5 * few);
});

test("the work for letters of slanted lines at one place grows no faster than their number", () => {
  const readsOf = (count: number): number => {
    let reads = 0;
    const line = lineOf(
      Array.from({ length: count }, () => "\u0633"),
      { along: { x: 0, y: 1 }, placeOf: () => 0 },
    );
    const styles = line.styles.map((style) => ({ ...style, hasActualText: true }));
    inReadingOrder({ ...line, styles, x: counting(line.x, () => (reads += 1)) });
    return reads;
  };
  const few = readsOf(500);

  expect(few).toBeGreaterThan(0);
  expect(readsOf(2000)).toBeLessThanOrEqual(5 * few);
});

test.for([
  [1, ".)"],
  [-1, ")."],
] as const)(
  "tagged punctuation that runs from the right, on a line in the direction %i, is %s",
  ([direction, shown]) => {
    const texts = [")", "."];
    const line = lineOf(texts, { along: { x: direction, y: 0 }, placeOf: (index) => -index });
    const joins = { isInSpan: Uint8Array.of(0, 1), spaces: new Uint8Array(2) };
    const tags = new Map([[noStyle.content, { role: "P", element: 1, listDepth: 0 }]]);

    expect(spansOf(line, joins, tags).map(({ span }) => span.text)).toEqual([shown]);
  },
);

test("glyphs that have the text of a line are searched in the lines a limited number of times", () => {
  const letters = word.join("").repeat(250);
  const lines = Array.from({ length: 100 }, () => ({ text: letters, isRepeated: true, isFromRight: false }));
  const glyphs = lines.flatMap((_, line) => [...word, String.fromCodePoint(0xf_0000 + line)]);
  const page = lineOf(Array.from({ length: 20 }, () => glyphs).flat());
  const search = vi.spyOn(String.prototype, "indexOf");
  withKnownGlyphs(page, lines);
  const inLines = search.mock.contexts.filter((text) => String(text).length >= 100_000).length;
  search.mockRestore();
  expect(inLines).toBeGreaterThan(0);
  expect(inLines).toBeLessThanOrEqual(1000);
});

test("places of a glyph without letters before them do not count as searches", () => {
  const [glyph, letter] = [String.fromCodePoint(0xf_0000), "\u0645"];
  const before = ["\u0633", "\u0644", "\u0627"];
  const text = [...before, letter, "\u0628"].join("");
  const lines = Array.from({ length: 100 }, () => ({ text, isRepeated: false, isFromRight: false }));
  const wasted = Array.from({ length: 5 }, () => ["", "", glyph]).flat();
  const page = lineOf([...wasted, ...before, glyph, "\u0628"]);
  expect(withKnownGlyphs(page, lines).texts.at(-2)).toBe(letter);
});
