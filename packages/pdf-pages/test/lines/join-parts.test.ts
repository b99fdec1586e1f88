import { expect, it } from "vitest";
import { buildBlocks } from "../../src/lines/build-lines.ts";
import { flattenPage } from "../../src/lines/spans.ts";
import type { StextLine } from "../../src/lines/spans.ts";

const font = { name: "Some", family: "serif", weight: "normal", style: "normal", size: 100 };

/** A span in tenths of a point, on the baseline of the text beside it. */
function span(text: string, [x, w, y = 1100]: readonly [x: number, w: number, y?: number]): StextLine {
  return { wmode: 0, bbox: { x, y: y - 100, w, h: 120 }, font, x, y, text };
}

function texts(...lines: readonly StextLine[]): readonly string[] {
  const { spans } = flattenPage({ blocks: [{ type: "text", lines }] });
  const found = buildBlocks(spans).flatMap((block) => block.lines);
  return found.map((line) => line.runs.map((run) => run.text).join(""));
}

it("joins the parts of a right-to-left line that are painted from the left", () => {
  expect(texts(span(" שלום", [700, 250]), span("2023", [950, 200]), span("בשנת ", [1150, 250]))).toEqual([
    "בשנת 2023 שלום",
  ]);
});

it("joins parts that share the place of a ligature", () => {
  const [lam, alef] = ["\u0639\u0642\u0644", "\u0627\u064B \u0648"];
  expect(texts(span(alef, [700, 250]), span(lam, [895, 200]))).toEqual([lam + alef]);
});

it("leaves cells and other lines unchanged", () => {
  expect(texts(span("שלום", [700, 200]), span("בשנת", [1100, 200]))).toEqual(["שלום", "בשנת"]);
  expect(texts(span("שלום", [700, 200]), span("בשנת", [900, 200, 1300]))).toEqual(["שלום", "בשנת"]);
});
