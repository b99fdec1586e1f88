import { expect, test } from "vitest";
import { contentOf } from "../../src/lines/page-content.ts";
import { flattenPage, type StextLine } from "../../src/lines/spans.ts";

function span(text: string, y: number, name: string): StextLine {
  const font = { name, family: "serif", weight: "normal", style: "normal", size: 100 };
  return { wmode: 0, bbox: { x: 720, y: y * 10, w: text.length * 50, h: 120 }, font, x: 720, y: y * 10 + 100, text };
}

function contentIn(...fonts: readonly string[]) {
  const lines = fonts.map((name, index) => span("QZq", 100 + 20 * index, name));
  const flat = flattenPage({ blocks: [{ type: "text", lines }] });
  return contentOf({ flat, readGlyphs: () => [], widthPt: 612, heightPt: 792 });
}

test.each(["ABCDEF+LINE10", "LCIRCLEW10", "circle10", "linew10", "ZZZZZZ+XYATIP10", "xydash10"])(
  "what the font %s draws is no text",
  (name) => {
    const content = contentIn(name, "CMR10");
    expect(content.blocks.flatMap(({ lines }) => lines)).toHaveLength(1);
    expect(content.hasVectors).toBe(true);
  },
);

test.each(["CMR10", "Linear10", "LinePrinter", "CircularStd", "Oxygen10"])("the font %s has text", (name) => {
  const content = contentIn(name, "CMR10");
  expect(content.blocks.flatMap(({ lines }) => lines)).toHaveLength(2);
  expect(content.hasVectors).toBe(false);
});
