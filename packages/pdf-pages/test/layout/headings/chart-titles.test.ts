import { describe, expect, it, test } from "vitest";
import type { FlowLine } from "../../../src/layout/flow.ts";
import type { HeadingEvidence } from "../../../src/layout/headings/candidate.ts";
import { createHeadingLevels } from "../../../src/layout/headings/heading-levels.ts";
import { headingLevel } from "../../../src/layout/headings/headings.ts";
import { createTypeSizes } from "../../../src/layout/headings/type-sizes.ts";
import { column, flow, page, paragraph } from "../pages.ts";

const long = "the text of the body that is the most of all";
const sizes = createTypeSizes();
sizes.learn(page(column(["Title"], { y: 40, sizePt: 24 }), column([long, long, long, long], { y: 120 })));

const fromTheMiddle = (): number => 2;

/** The level of lines above another one, on the second page. */
function levelOf(lines: readonly FlowLine[], after: FlowLine, known: Partial<HeadingEvidence> = {}): number {
  const text = lines.map((line) => line.text).join(" ");
  const evidence: HeadingEvidence = {
    sizes,
    levels: createHeadingLevels(fromTheMiddle),
    outline: new Map(),
    hasTaggedHeadings: false,
    isBoldCommon: false,
    page: 2,
    heightPt: 792,
    ...known,
  };
  const candidate = { paragraph: paragraph(...lines), text, before: undefined, isFoot: false };
  return headingLevel({ ...candidate, after: paragraph(after) }, evidence);
}

/** The levels after a heading and text. */
function started(): HeadingEvidence["levels"] {
  const levels = createHeadingLevels(fromTheMiddle);
  levels.place(
    { text: "Results", sizePt: 16, ownPt: 16, isBold: true, isItalic: false, page: 2, isAboveText: true },
    2,
  );
  levels.noteParagraph({ isText: true, length: 500, page: 2 });
  return levels;
}

describe("a bold line in a font that is not that of the text", () => {
  const title = flow("Density of letters", { isBold: true, font: "Helvetica-Bold", sizePt: 12 });
  const below = (text: string, look: Partial<FlowLine> = {}): number =>
    levelOf([title], flow(text, { font: "Helvetica", sizePt: 8, ...look }), { levels: started() });

  it("is the title of a chart above labels in its font", () => {
    expect(below("0.0 0.2 0.4")).toBe(0);
  });

  it("is a heading above text, a heading or an entry of contents, and in the font of the text", () => {
    expect(below(long, { font: "Times", sizePt: 10 })).toBeGreaterThan(0);
    expect(below("Width", { isBold: true })).toBeGreaterThan(0);
    expect(below("First chapter .... 12")).toBeGreaterThan(0);
    expect(below(long)).toBeGreaterThan(0);
  });
});

it("a bold line in the family of the text is a heading above a short italic line, whatever the names of the fonts", () => {
  const arial = createTypeSizes();
  arial.learn(page(column(["Title"], { y: 40, sizePt: 24 }), column([long, long, long], { y: 120, font: "ArialMT" })));
  const title = flow("Opening hours", { isBold: true, font: "Arial-BoldMT", sizePt: 14 });
  const note = flow("See the map.", { isItalic: true, font: "Arial-ItalicMT" });
  expect(levelOf([title], note, { sizes: arial, levels: started() })).toBeGreaterThan(0);
});

it("a title of six lines is a heading, and other text of so many is not", () => {
  const texts = ["Smoothers and", "Additive", "Models of", "Rivers", "and of", "Lakes"];
  const levelIn = (sizePt: number): number =>
    levelOf(
      texts.map((text) => flow(text, { sizePt, isBold: true })),
      flow(long),
    );
  expect([24, 12].map(levelIn)).toEqual([1, 0]);
});

test("one or two letters in a font that is not that of the text are a mark in a drawing, and Chinese ones a heading", () => {
  const look = { font: "Helvetica", sizePt: 24 };
  expect(["hi", "Aims", "概要"].map((text) => levelOf([flow(text, look)], flow(long)) > 0)).toEqual([
    false,
    true,
    true,
  ]);
});
