import { describe, expect, test } from "vitest";
import type { PageFont } from "../../../../src/extract/fast-path/base/painted.ts";
import { SpanBuilder } from "../../../../src/extract/fast-path/spans/span-builder.ts";
import type { StextBlock, StextLine } from "@reader/pdf-pages/lines";

const roman = fontOf("Roman");
const bold = fontOf("Bold");

function fontOf(name: string): PageFont {
  const style = { family: "serif", weight: "normal", style: "normal" };
  return { name, ...style, ascender: 0.75, descender: -0.25, codeBytes: 1, glyphs: [] };
}

interface Shown {
  readonly font?: PageFont;
  /** The font size in points. */
  readonly size?: number;
  /** The width of each glyph in ems. */
  readonly width?: number;
  /** Quarter turns to the left. */
  readonly turn?: 0 | 1;
  /** The text of each glyph, if not one character. */
  readonly glyphs?: readonly string[];
}

/** Shows a text from a point on, without ending it. */
function show(builder: SpanBuilder, [text, x, y]: readonly [string, number, number], how: Shown = {}): void {
  const { font = roman, size = 10, width = 0.5, turn = 0, glyphs = [...text] } = how;
  for (const [index, each] of glyphs.entries()) {
    const along = index * width * size;
    const place = turn === 0 ? [size, 0, 0, -size, x + along, y] : [0, -size, -size, 0, x, y - along];
    builder.glyph(font, { text: each, advance: width, width }, place);
  }
}

/** Shows a text as one object. */
function say(builder: SpanBuilder, at: readonly [string, number, number], how: Shown = {}): void {
  show(builder, at, how);
  builder.endText();
}

function blocksOf(builder: SpanBuilder): readonly (readonly string[] | string)[] {
  return builder.page().blocks.map(namesOf);
}

function namesOf(block: StextBlock): readonly string[] | string {
  if (block.type === "structure") return [block.std, ...(block.contents ?? []).map(namesOf).flat()];
  return block.type === "text" ? block.lines.map(({ text }) => text) : block.type;
}

function linesOf(builder: SpanBuilder): readonly StextLine[] {
  return builder.page().blocks.flatMap((block) => (block.type === "text" ? block.lines : []));
}

describe("a line", () => {
  test("has its text, its box, its font and its start, truncated to tenths of a point", () => {
    const builder = new SpanBuilder();
    say(builder, ["text", 100.26, 200.06]);
    expect(linesOf(builder)).toEqual([
      {
        wmode: 0,
        bbox: { x: 1002, y: 1925, w: 200, h: 100 },
        font: { name: "Roman", family: "serif", weight: "normal", style: "normal", size: 100 },
        x: 1002,
        y: 2000,
        text: "text",
      },
    ]);
  });

  test.for([
    ["goes on behind a gap that is less than a space", 1.4, ["ab"]],
    ["has a space where there is a gap", 1.6, ["a b"]],
    ["ends where the gap is as wide as between columns", 8.1, ["a", "b"]],
    ["goes on where a glyph steps back over the last one", -7.9, ["ab"]],
    ["ends where a glyph is further back", -8.1, ["a", "b"]],
  ] as const)("%s", ([, gap, lines]) => {
    const builder = new SpanBuilder();
    show(builder, ["a", 100, 200]);
    show(builder, ["b", 105 + gap, 200]);
    expect(blocksOf(builder)).toEqual([lines]);
  });

  test("has no second space beside a written one", () => {
    const builder = new SpanBuilder();
    show(builder, ["a ", 100, 200]);
    show(builder, ["b", 112, 200]);
    show(builder, [" c", 120, 200]);
    expect(blocksOf(builder)).toEqual([["a b c"]]);
  });

  test("has no space between characters of a script without spaces", () => {
    const builder = new SpanBuilder();
    show(builder, ["漢", 100, 200]);
    show(builder, ["字", 107, 200]);
    expect(blocksOf(builder)).toEqual([["漢字"]]);
  });

  test("includes slightly raised or lowered characters, and its box contains them", () => {
    const builder = new SpanBuilder();
    show(builder, ["x", 100, 200]);
    show(builder, ["2", 105, 196]);
    expect(linesOf(builder)).toMatchObject([{ text: "x2", bbox: { y: 1885, h: 140 } }]);
  });

  test("is a separate span for each font, size and object", () => {
    const builder = new SpanBuilder();
    show(builder, ["ab", 100, 200]);
    show(builder, ["cd", 110, 200], { font: bold });
    show(builder, ["ef", 120, 200], { font: bold, size: 12 });
    builder.endText();
    say(builder, ["gh", 132, 200], { font: bold, size: 12 });
    expect(blocksOf(builder)).toEqual([["ab", "cd", "ef", "gh"]]);
  });

  test("starts with the space that separates it from the previous span", () => {
    const builder = new SpanBuilder();
    say(builder, ["ab", 100, 200]);
    say(builder, ["cd", 112, 200]);
    expect(linesOf(builder)).toMatchObject([{ text: "ab" }, { text: " cd", x: 1100 }]);
  });

  test("omits a glyph that is shown again slightly aside for bold text", () => {
    const builder = new SpanBuilder();
    show(builder, ["l", 100, 200]);
    show(builder, ["l", 100.9, 200]);
    show(builder, ["l", 105.1, 200]);
    expect(blocksOf(builder)).toEqual([["ll"]]);
  });

  test("may run upwards", () => {
    const builder = new SpanBuilder();
    say(builder, ["up", 100, 200], { turn: 1 });
    expect(linesOf(builder)).toMatchObject([
      { text: "up", x: 1000, y: 2000, bbox: { x: 925, y: 1900, w: 100, h: 100 } },
    ]);
  });

  test("has all characters of a glyph and of a surrogate pair", () => {
    const builder = new SpanBuilder();
    show(builder, ["", 100, 200], { glyphs: ["a", "ffi", "𝜋", "x"] });
    expect(blocksOf(builder)).toEqual([["affi𝜋x"]]);
  });

  test("has a mark at its character, wherever it is placed", () => {
    const builder = new SpanBuilder();
    say(builder, ["e", 100, 200]);
    say(builder, ["\u0301", 102, 190], { font: bold });
    expect(blocksOf(builder)).toEqual([["e\u0301"]]);
  });

  test("may have any length", () => {
    const builder = new SpanBuilder();
    const text = "abcdefghij".repeat(1000);
    say(builder, [text, 0, 200], { size: 1 });
    expect(blocksOf(builder)).toEqual([[text]]);
  });
});

describe("a block", () => {
  test.for([
    ["goes on with a line below", 0, 12, [["one", "two"]]],
    ["ends where a line is indented", 1, 12, [["one"], ["two"]]],
    ["goes on where a line is further left", -10, 12, [["one", "two"]]],
    ["ends where lines are far apart", 0, 15.1, [["one"], ["two"]]],
  ] as const)("%s", ([, x, y, blocks]) => {
    const builder = new SpanBuilder();
    show(builder, ["one", 100, 200]);
    show(builder, ["two", 100 + x, 200 + y]);
    expect(blocksOf(builder)).toEqual(blocks);
  });

  test.for(["•", "*", "1"])("continues with an indented line below one that starts with %s", (bullet) => {
    const builder = new SpanBuilder();
    show(builder, [`${bullet} one`, 100, 200]);
    show(builder, ["two", 110, 212]);
    expect(blocksOf(builder)).toEqual([[`${bullet} one`, "two"]]);
  });

  test("ends if lines change direction", () => {
    const builder = new SpanBuilder();
    show(builder, ["one", 100, 200]);
    show(builder, ["two", 115, 200], { turn: 1 });
    expect(blocksOf(builder)).toEqual([["one"], ["two"]]);
  });

  test("ends at a drawing, once for consecutive drawings", () => {
    const builder = new SpanBuilder();
    show(builder, ["one", 100, 200]);
    builder.vector();
    builder.vector();
    show(builder, ["two", 115, 200]);
    expect(blocksOf(builder)).toEqual([["one"], "vector", ["two"]]);
  });

  test("ends at an image, whose box may be rotated", () => {
    const builder = new SpanBuilder();
    show(builder, ["one", 100, 200]);
    builder.image([10, 20, -30, 5, 100.5, 300]);
    expect(builder.page().blocks.at(-1)).toEqual({ type: "image", bbox: { x: 705, y: 3000, w: 400, h: 250 } });
  });
});

describe("a structure element", () => {
  test("holds what is painted in it, even nothing", () => {
    const builder = new SpanBuilder();
    builder.beginStructure("Document", 1);
    builder.beginStructure("P", 2);
    say(builder, ["one", 100, 200]);
    builder.endStructure();
    builder.beginStructure("Figure", 3);
    builder.endStructure();
    builder.endStructure();
    say(builder, ["two", 100, 212]);
    expect(blocksOf(builder)).toEqual([["Document", "P", "one", "Figure"], ["two"]]);
  });

  test("that is entered again continues in its block", () => {
    const builder = new SpanBuilder();
    for (const [index, text] of [
      [5, "one"],
      [7, "other"],
      [5, "two"],
    ] as const) {
      builder.beginStructure("P", index);
      say(builder, [text, 100, 200 + index]);
      builder.endStructure();
    }
    const [first, second] = builder.page().blocks;
    expect([first, second].map((block) => block && namesOf(block))).toEqual([
      ["P", "one", "two"],
      ["P", "other"],
    ]);
    expect(first).toMatchObject({ contents: [{ lines: [{ text: "one" }, { text: "two" }] }] });
  });

  test("precedes those of higher index and follows other content", () => {
    const builder = new SpanBuilder();
    say(builder, ["first", 100, 100]);
    for (const index of [9, 4]) {
      builder.beginStructure(`H${index}`, index);
      say(builder, [`at ${index}`, 100, 200]);
      builder.endStructure();
    }
    say(builder, ["last", 100, 300]);
    expect(blocksOf(builder)).toEqual([["first"], ["H4", "at 4"], ["H9", "at 9"], ["last"]]);
  });

  test("that never began does not end", () => {
    const builder = new SpanBuilder();
    builder.endStructure();
    say(builder, ["text", 100, 200]);
    expect(blocksOf(builder)).toEqual([["text"]]);
  });

  test("is limited in number", () => {
    const builder = new SpanBuilder();
    const begin = (): void => {
      for (let index = 0; index < 50_000; index += 1) builder.beginStructure("Span", index);
    };
    expect(begin).toThrow("too many elements");
  });
});

describe("unsupported content is left to the engine:", () => {
  test.for([
    ["letters from right to left", "שלום", "right to left"],
    ["Arabic digits", "٣", "right to left"],
    ["half a character", "\ud800", "half a character"],
  ] as const)("%s", ([, text, reason]) => {
    expect(() => {
      show(new SpanBuilder(), [text, 100, 200]);
    }).toThrow(reason);
  });

  test.for([Number.NaN, Infinity, 1e30])("a text at %d", (x) => {
    const builder = new SpanBuilder();
    show(builder, ["a", x, 200]);
    expect(() => builder.page()).toThrow("out of bounds");
  });

  test("a line of an element that continues without a new span", () => {
    const builder = new SpanBuilder();
    builder.beginStructure("P", 1);
    show(builder, ["ab", 100, 200]);
    builder.endStructure();
    builder.beginStructure("P", 1);
    expect(() => {
      show(builder, ["c", 110, 200]);
    }).toThrow("line of an element");
  });
});
