import { describe, expect, it } from "vitest";
import { restoreLigatures } from "../../src/lines/correct-spans.ts";
import { buildBlocks } from "../../src/lines/build-lines.ts";
import { flattenPage } from "../../src/lines/spans.ts";
import type { StextLine } from "../../src/lines/spans.ts";
import { replacedSpans } from "../../src/lines/placed-glyphs.ts";

/** A span of 10 points at a position in points. */
function span(text: string, x: number, { y = 100, w = 10 } = {}): StextLine {
  const font = { name: "Body", family: "serif", weight: "normal", style: "normal", size: 100 };
  return { wmode: 0, bbox: { x: x * 10, y: y * 10, w: w * 10, h: 120 }, font, x: x * 10, y: y * 10 + 100, text };
}

function linesOf(spans: readonly StextLine[], asBlocks = false) {
  const blocks = asBlocks
    ? spans.map((one) => ({ type: "text" as const, lines: [one] }))
    : [{ type: "text" as const, lines: spans }];
  return buildBlocks(flattenPage({ blocks }).spans).flatMap((block) => block.lines);
}

function textOf(lines: ReturnType<typeof linesOf>): readonly string[] {
  return lines.map((line) => line.runs.map((run) => run.text).join(""));
}

describe("characters placed one by one", () => {
  const down = (text: string, x: number) => Array.from(text, (sign, index) => span(sign, x, { y: 100 + 12 * index }));

  it("below each other are a vertical line", () => {
    const lines = linesOf([...down("吾輩は猫である", 300), ...down("名前はまだ無い", 280)]);
    expect(textOf(lines)).toEqual(["吾輩は猫である", "名前はまだ無い"]);
    expect(lines.map((line) => line.direction)).toEqual(["vertical", "vertical"]);
  });

  it("upwards are a line of rotated words", () => {
    const turned = (sign: string, y: number): StextLine => ({
      ...span(sign, 20),
      bbox: { x: 200, y: y * 10 - 80, w: 120, h: 80 },
      x: 290,
      y: y * 10,
    });
    const label = [...Array.from("Sheet", (sign, index) => turned(sign, 500 - 7 * index)), turned("2", 460)];
    const [line, ...others] = linesOf(label);
    expect(others).toEqual([]);
    expect(line?.direction).toBe("vertical");
    expect(textOf(linesOf(label))).toEqual(["Sheet 2"]);
  });

  it("are not if they are few, or letters of another script", () => {
    expect(linesOf(down("男女", 300), true).map((line) => line.direction)).toEqual(["ltr", "ltr"]);
    expect(linesOf(down("ABCDE", 300), true).map((line) => line.direction)).toEqual(Array.from("ABCDE", () => "ltr"));
  });
});

describe("an Arabic ligature", () => {
  it("is part of its word, although its second letter has no width", () => {
    const painted = [
      span("ل ", 100, { w: 15 }),
      span("ل", 115, { w: 8 }),
      span("ا", 123, { w: 0 }),
      span("خ", 123, { w: 9 }),
    ];
    expect(textOf(linesOf(painted))).toEqual(["خلال "]);
  });

  /** Returns the restored text of letters with their places in points, as the engine gives them. */
  function restored(letters: readonly (readonly [sign: string, x0: number, x1: number])[]): string {
    const text = letters.map(([sign]) => sign).join("");
    const { spans } = flattenPage({ blocks: [{ type: "text", lines: [span(text, 100)] }] });
    const glyphs = letters.map(([sign, x0, x1]) => ({ sign, x0, x1 }));
    return restoreLigatures(spans, () => glyphs)
      .map((one) => one.span.text)
      .join("");
  }

  it.each([
    [
      [
        ["ا", 50, 53],
        ["م", 50, 50],
        ["ل", 45, 50],
        ["ع", 39, 45],
      ],
      "المع",
    ],
    [
      [
        ["ب", 40, 46],
        ["ا", 40, 40],
        ["ح", 40, 40],
        ["ل", 30, 40],
        ["د", 25, 30],
      ],
      "بلحاد",
    ],
    [
      [
        ["ا", 50, 53],
        ["ل", 47, 50],
        ["م", 41, 47],
      ],
      "الم",
    ],
    [
      [
        ["د", 50, 50],
        ["ا", 50, 50],
        ["ر", 50, 50],
      ],
      "دار",
    ],
  ] as const)("of %j has its letters in order", (letters, text) => {
    expect(restored(letters)).toBe(text);
  });
});

describe("the characters of a span", () => {
  type Place = readonly [text: string, x: number];

  /** Returns the index of the characters that each span is given, by their text and position; each is 10 points wide. */
  function placesOf(painted: readonly Place[], read: readonly Place[]): readonly (number | undefined)[] {
    const glyphs = painted.map(([sign, x]) => ({ sign, x0: x, x1: x + 10 }));
    const lines = read.map(([text, x]) => span(text, x, { w: 10 * text.length }));
    const { spans } = flattenPage({ blocks: [{ type: "text", lines }] });
    const found = new Map<unknown, number>();
    replacedSpans(spans, glyphs, {
      replacementOf({ one, glyphs: [first] }) {
        found.set(one, first === undefined ? -1 : glyphs.indexOf(first));
        return undefined;
      },
    });
    return spans.map((one) => found.get(one));
  }

  const painted: readonly Place[] = [
    ["a", 0],
    ["t", 10],
    ["b", 50],
    ["t", 60],
    ["c", 70],
  ];

  it("are the next ones with its text and position", () => {
    expect(placesOf(painted, painted)).toEqual([0, 1, 2, 3, 4]);
  });

  it("are those at its position where tags move spans", () => {
    const moved = [2, 0, 3, 1, 4];
    const read = moved.flatMap((index) => painted.slice(index, index + 1));
    expect(placesOf(painted, read)).toEqual(moved);
  });

  it("end with it, too", () => {
    const spaced: readonly Place[] = [
      ["i", 0],
      ["t", 30],
      ["i", 0],
      ["t", 10],
      ["x", 20],
    ];
    expect(
      placesOf(spaced, [
        ["x", 20],
        ["it", 0],
      ]),
    ).toEqual([4, 2]);
  });

  it("are the next ones with its text if none are at its position, but none before", () => {
    expect(
      placesOf(painted, [
        ["a", 300],
        ["t", 300],
        ["a", 300],
        ["t", 300],
      ]),
    ).toEqual([0, 1, undefined, 3]);
  });
});
