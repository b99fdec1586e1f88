import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PDFDocument } from "mupdf";
import { loadPdfEngine } from "../../../src/engine/engine.ts";
import type { PageContent } from "@reader/pdf-pages";
import { makeDocument } from "../../markdown/documents.ts";
import { modelOf } from "../../page-models.ts";

let document: PDFDocument;
let content: PageContent;

beforeAll(async () => {
  document = await makeDocument([
    [
      { x: 72, y: 100, text: "Plain " },
      { x: 106, y: 100, text: "bold", font: "bold" },
      { x: 72, y: 130, text: "typed", font: "mono", sizePt: 9 },
      { x: 300, y: 130, text: "far", font: "slanted" },
    ],
  ]);
  const page = document.loadPage(0);
  content = modelOf(await loadPdfEngine(), page).content;
  page.destroy();
});

afterAll(() => {
  document.destroy();
});

describe("a page", () => {
  it("has a size", () => {
    expect([content.widthPt, content.heightPt]).toEqual([612, 792]);
  });

  it("has the runs of each line with their styles", () => {
    const lines = content.blocks.flatMap((block) => block.lines);
    expect(lines.map((line) => line.runs.map((run) => [run.text, run.style.font, run.style.sizePt]))).toEqual([
      [
        ["Plain ", "Helvetica", 12],
        ["bold", "Helvetica-Bold", 12],
      ],
      [["typed", "Courier", 9]],
      [["far", "Times-Italic", 12]],
    ]);
    const styles = lines.flatMap((line) => line.runs.map((run) => run.style));
    expect(styles.map((style) => [style.isBold, style.isItalic, style.isMonospaced])).toEqual([
      [false, false, false],
      [true, false, false],
      [false, false, true],
      [false, true, false],
    ]);
  });

  it("has boxes in points from the top left", () => {
    const [first] = content.blocks.flatMap((block) => block.lines);
    expect(first?.box.x0).toBeCloseTo(72, 0);
    expect(first?.box.y0).toBeGreaterThan(85);
    expect(first?.box.y1).toBeLessThan(105);
    expect(first?.direction).toBe("ltr");
  });

  it("reports that nothing is drawn on it", () => {
    expect(content).toMatchObject({ images: [], hasVectors: false });
  });
});
