import { describe, expect, it } from "vitest";
import { buildBlocks } from "../../src/lines/build-lines.ts";
import { flattenPage } from "../../src/lines/spans.ts";
import type { StextLine } from "../../src/lines/spans.ts";

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
});
