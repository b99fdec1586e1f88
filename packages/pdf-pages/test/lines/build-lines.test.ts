import { describe, expect, it } from "vitest";
import { buildBlocks } from "../../src/lines/build-lines.ts";
import { flattenPage } from "../../src/lines/spans.ts";
import type { StextBlock, StextLine } from "../../src/lines/spans.ts";

interface Look {
  readonly w?: number;
  readonly h?: number;
  readonly size?: number;
  readonly baseline?: number;
  readonly wmode?: number;
  readonly name?: string;
}

function span(text: string, [x, y]: readonly [number, number], look: Look = {}): StextLine {
  const { size = 10, w = text.length * 5, h = 12, baseline = y + 10, wmode = 0, name = "Some-Bold" } = look;
  const font = { name: `ABCDEF+${name}`, family: "serif", weight: "normal", style: "normal", size: size * 10 };
  return { wmode, bbox: { x: x * 10, y: y * 10, w: w * 10, h: h * 10 }, font, x: x * 10, y: baseline * 10, text };
}

function textBlock(...lines: readonly StextLine[]): StextBlock {
  return { type: "text", lines };
}

function structure(std: string, ...contents: readonly StextBlock[]): StextBlock {
  return { type: "structure", std, contents };
}

function linesOf(...blocks: readonly StextBlock[]) {
  return buildBlocks(flattenPage({ blocks }).spans).flatMap((block) => block.lines);
}

function texts(...blocks: readonly StextBlock[]): readonly string[] {
  return linesOf(...blocks).map((line) => line.runs.map((run) => run.text).join(""));
}

describe("spans are joined into lines", () => {
  it("if they follow each other on one baseline", () => {
    expect(texts(textBlock(span("one ", [72, 100]), span("two", [92, 100]), span("three", [72, 112])))).toEqual([
      "one two",
      "three",
    ]);
  });

  it("without a space after the Thai vowel sign am, of which the engine knows one glyph", () => {
    const [syllable, next] = ["\u0E19\u0E49\u0E33", "\u0E17\u0E48\u0E27\u0E21"];
    expect(texts(textBlock(span(syllable, [72, 100], { w: 9 }), span(next, [87, 100])))).toEqual([syllable + next]);
    expect(texts(textBlock(span(next, [72, 100], { w: 9 }), span(syllable, [87, 100])))).toEqual([
      `${next} ${syllable}`,
    ]);
    expect(texts(textBlock(span(syllable, [72, 100], { w: 9 }), span(next, [88.5, 100])))).toEqual([
      `${syllable} ${next}`,
    ]);
  });

  it("with the second letter of a ligature, which has no width, before the next word", () => {
    const ligature = [span("f", [112, 100], { w: 5 }), span("i", [117.5, 100], { w: 0 })];
    expect(texts(textBlock(span("Of", [102, 100]), ...ligature, span("ce", [117, 100])))).toEqual(["Office"]);
  });

  it("with a space in a wide enough gap", () => {
    expect(texts(textBlock(span("one", [72, 100]), span("two", [91, 100])))).toEqual(["one two"]);
  });

  it("with a space between close words of one style that were set apart", () => {
    expect(texts(textBlock(span("Length", [72, 100]), span("4.2 m", [103.5, 100])))).toEqual(["Length 4.2 m"]);
    expect(texts(textBlock(span("Len", [72, 100]), span("gth", [87.8, 100])))).toEqual(["Length"]);
  });

  it("without a space between signs of a typewriter face that are set apart less than by one", () => {
    const look = { name: "Courier" };
    expect(texts(textBlock(span("#", [72, 100], look), span("define", [79.5, 100], look)))).toEqual(["#define"]);
  });

  it("that run across the page if their box is as high as wide", () => {
    const directions = linesOf(
      textBlock(span("DRAFT", [120, 250], { size: 90, w: 285, h: 285 })),
      textBlock(span("DRAFT", [120, 600], { size: 90, w: 285, h: 108 })),
      textBlock(span("your", [120, 700], { size: 2, w: 24, h: 13 })),
    ).map(({ direction }) => direction);
    expect(directions).toEqual(["vertical", "ltr", "ltr"]);
  });

  it("with small raised and lowered characters", () => {
    const raised = span("2", [87, 98], { size: 6, h: 7, baseline: 106 });
    expect(texts(textBlock(span("E=mc", [67, 100]), raised, span(" yes", [92, 100])))).toEqual(["E=mc2 yes"]);
  });

  it("but not across a wide gap, over other text, or from another block", () => {
    expect(texts(textBlock(span("one", [72, 100]), span("two", [120, 100])))).toEqual(["one", "two"]);
    expect(texts(textBlock(span("one", [72, 100]), span("uno", [73, 100])))).toEqual(["one", "uno"]);
    expect(texts(textBlock(span("one", [72, 100])), textBlock(span("two", [88, 100])))).toEqual(["one", "two"]);
  });

  it("with full-width punctuation that the next sign overlaps by its blank half", () => {
    const parts = [span("という。", [72, 100], { w: 40 }), span("）", [107, 100], { w: 10 }), span("と", [117, 100])];
    expect(texts(textBlock(...parts))).toEqual(["という。）と"]);
  });

  it("from another block if they continue a word, because the parts of a link are underlined one by one", () => {
    const parts = [span("h", [72, 100]), span("ttp:", [77, 100]), span("//a.org", [96.8, 100])];
    expect(texts(...parts.map((part) => textBlock(part)))).toEqual(["http://a.org"]);
    expect(texts(textBlock(span("a", [72, 100])), textBlock(span("b", [77, 101])))).toEqual(["a", "b"]);
    expect(texts(textBlock(span("a", [72, 100])), textBlock(span("b", [77, 100], { name: "Other" })))).toEqual([
      "a",
      "b",
    ]);
    expect(texts(textBlock(span("a ", [72, 100])), textBlock(span("b", [82, 100])))).toEqual(["a ", "b"]);
  });

  it("with hyphens in place of soft hyphens, except at the end of a word that ends the line", () => {
    const command = textBlock(span("run \u00ADnp 2 ./ex\u00ADAVX", [72, 100]), span("and dif\u00AD ", [72, 112]));
    expect(texts(command)).toEqual(["run -np 2 ./ex-AVX", "and dif\u00AD "]);
    expect(texts(textBlock(span("\u00AD 2 \u00AD", [72, 100])))).toEqual(["- 2 -"]);
    expect(texts(textBlock(span("a\u00AD", [72, 100]), span("b", [82, 100], { name: "Other" })))).toEqual(["a-b"]);
  });

  it("but not after a letter that is several lines high", () => {
    const initial = span("T", [72, 100], { size: 40, w: 24, h: 44, baseline: 134 });
    const text = structure("P", textBlock(initial), textBlock(span("he story", [102, 103], { baseline: 112 })));
    expect(texts(text)).toEqual(["T", "he story"]);
  });

  it("with the marker of an item, which may be further away", () => {
    expect(texts(textBlock(span("•", [72, 100]), span("item", [100, 100])))).toEqual(["• item"]);
    expect(texts(textBlock(span("1.", [72, 100]), span("item", [130, 100])))).toEqual(["1.", "item"]);
  });

  it("in reading order for right-to-left Hebrew", () => {
    const [line] = linesOf(textBlock(span("2024", [140, 100]), span("שנת ", [160, 100]), span(".", [135, 100])));
    expect(line?.runs.map((run) => run.text).join("")).toBe("שנת 2024.");
    expect(line?.direction).toBe("rtl");
  });

  it("from the right if narrow Arabic letters are in the high box of their font", () => {
    const letters = [
      span("اف", [525, 100], { w: 20, h: 41, size: 18 }),
      span("الأ", [545, 100], { w: 15, h: 41, size: 18 }),
    ];
    expect(linesOf(textBlock(...letters)).map(({ direction }) => direction)).toEqual(["rtl"]);
  });

  it("down the page if the script is vertical or the page is rotated", () => {
    expect(linesOf(textBlock(span("縦書", [300, 100], { w: 12, h: 24, wmode: 1 })))[0]?.direction).toBe("vertical");
    const turned = [span("turned ", [300, 100], { w: 12, h: 35 }), span("to", [300, 135], { w: 12, h: 10 })];
    expect(texts(textBlock(...turned))).toEqual(["turned to"]);
  });

  it("but not down the page if a letter has two marks", () => {
    const [line] = linesOf(textBlock(span("\u0E23\u0E34\u0E48", [72, 100], { w: 5, h: 14 })));
    expect(line?.direction).toBe("ltr");
  });

  it("with the font name without the subset prefix", () => {
    expect(linesOf(textBlock(span("a", [72, 100])))[0]?.runs[0]?.style).toMatchObject({
      font: "Some-Bold",
      isBold: true,
    });
  });

  it("bold by the names of fonts of TeX, to which some engines give no weight", () => {
    const isBold = (name: string): boolean | undefined =>
      linesOf(textBlock(span("a", [72, 100], { name })))[0]?.runs[0]?.style.isBold;
    expect(
      ["CMBX12", "SFBX1200", "CMSSBX10", "SFSX1440", "ECSX1095", "AdvOTb83ee1dd.B", "AdvTT1.BI"].map(isBold),
    ).not.toContain(false);
    expect(["CMSS10", "SFSS1095", "CMR10", "AdvOT863180fb", "AdvTT1.I"].map(isBold)).not.toContain(true);
  });
});

describe("tags", () => {
  it("give the block, the list item and the cell of a line", () => {
    const [paragraph, item, cell] = linesOf(
      structure(
        "Document",
        structure("P", structure("Span", textBlock(span("text", [72, 100])))),
        structure("L", structure("LI", structure("LBody", structure("P", textBlock(span("item", [72, 120])))))),
        structure("Table", structure("TR", structure("TH", structure("P", textBlock(span("cell", [72, 140])))))),
      ),
    );
    expect(paragraph?.tag).toMatchObject({ role: "P", listDepth: 0 });
    expect(item?.tag).toMatchObject({ role: "P", listDepth: 1, item: expect.any(Number) });
    expect(cell?.tag?.cell).toMatchObject({ isHeader: true, row: expect.any(Number) });
  });

  it("keep a heading whatever it contains", () => {
    expect(linesOf(structure("H1", structure("P", textBlock(span("head", [72, 100])))))[0]?.tag?.role).toBe("H1");
  });

  it("join the spans of one paragraph that the engine put into several blocks", () => {
    expect(
      texts(structure("P", textBlock(span("a ", [72, 100])), structure("Link", textBlock(span("link", [82, 100]))))),
    ).toEqual(["a link"]);
  });

  it("may be nested deeper than in any document", () => {
    let deep: StextBlock = textBlock(span("deep", [72, 100]));
    for (let depth = 0; depth < 3000; depth += 1) deep = structure("Div", deep);
    expect(texts(deep)).toEqual(["deep"]);
  });
});

it("a line of very many fragments is fast", () => {
  const fragments = Array.from({ length: 20_000 }, (_, index) => span("x", [index, 100], { w: 1 }));
  expect(linesOf(textBlock(...fragments))).toHaveLength(1);
});
