import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PDFDocument } from "mupdf";
import { loadPdfEngine } from "../../../src/engine/engine.ts";
import type { PageContent } from "@reader/pdf-pages";
import { makeDocument } from "../../markdown/documents.ts";
import { modelOf } from "../../page-models.ts";
import { buildPdf, lines } from "../../pdf-builder.ts";
import { readPdfBytes } from "../../reading.ts";

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

describe("the links of a page", () => {
  const actions = [
    ["/S /URI /URI (http://a.example/x y)", "[Word](http://a.example/x%20y)"],
    ["/S /URI /URI (other.pdf#page=2)", "[Word](other.pdf#page=2)"],
    ["/S /URI /URI (../chapter.html)", "[Word](../chapter.html)"],
    [String.raw`/S /URI /URI (a\\\) ![x](b&lt;))`, "[Word](a%5C%29%20![x]%28b%26lt;%29)"],
    ["/S /GoToR /F (sub dir/o.pdf) /D [4 /Fit]", "[Word](sub%20dir/o.pdf#page=5)"],
    ["/S /GoToR /F << /Type /Filespec /F (o.pdf) /UF (o.pdf) >> /D (part one)", "[Word](o.pdf#nameddest=part%20one)"],
    ["/S /GoToR /F (/C/o.pdf) /D [0 /Fit]", "[Word](file:///C/o.pdf#page=1)"],
    ["/S /GoToR /F (//machine/o.pdf) /D [0 /Fit]", "[Word](file:///machine/o.pdf#page=1)"],
    [
      "/S /GoToR /F << /FS /URL /F (http://a.example/?q=1&view=2) >> /D [0 /Fit]",
      "[Word](http://a.example/?q=1&view=2#page=1)",
    ],
    ["/S /URI /URI (http://a.example/o.pdf#page=1&view=Fit)", "[Word](http://a.example/o.pdf#page=1&view=Fit)"],
    ["/S /Launch /F (run.exe)", "Word"],
    ["/S /URI /URI (javascript:alert\\(1\\))", "Word"],
    ["/S /URI /URI (#top)", "Word"],
    ["/S /JavaScript /JS (app.alert\\(1\\))", "Word"],
  ] as const;
  const annotation = (action: string): string =>
    `<< /Type /Annot /Subtype /Link /Rect [110 730 70 715] /A << ${action} >> >>`;
  const textOf = async (action: string, entries = ""): Promise<string> => {
    const annotations = `/Annots [${annotation(action)}]`;
    const { text } = await readPdfBytes(
      buildPdf({ pages: [{ content: lines("Word"), entries: annotations + entries }] }),
    );
    return text.trim();
  };

  it.for(actions)("lead to files and addresses, and run nothing: %s", async ([action, expected]) => {
    expect(await textOf(action)).toBe(expected);
  });

  it.for([
    "<< /Type /Annot /Subtype /Link /Rect [70 715 110 730] /AA << /U << /S /Launch /F (run.exe) >> >> >>",
    "<< /Type /Annot /Subtype /Link /Rect [70 715 110 730] /AA << /D << /S /Launch /F (run.exe) >> >> >>",
    `${"null ".repeat(5000)}${annotation("/S /Launch /F (run.exe)")}`,
    `${annotation("/S /Launch /F (/run.exe)")} ${annotation("/S /URI /URI (/run.exe)")}`,
  ])("start no program that the annotation does not state, or a second one does: %#", async (annotations) => {
    const entries = `/Annots [${annotations}]`;
    const { text } = await readPdfBytes(buildPdf({ pages: [{ content: lines("Word"), entries }] }));
    expect(text.trim()).toBe("Word");
  });

  it("are asked for up to a number of them", async () => {
    const engine = await loadPdfEngine();
    const places = vi.spyOn(engine.Link.prototype, "getBounds");
    const entries = `/Annots [${annotation("/S /GoToR /F (o.pdf) /D [0 /Fit]").repeat(600)}]`;
    const { text } = await readPdfBytes(buildPdf({ pages: [{ content: lines("Word"), entries }] }));
    expect(text.trim()).toBe("[Word](o.pdf#page=1)");
    expect(places).toHaveBeenCalledTimes(500);
    places.mockRestore();
  });

  it("run nothing on a page that is turned", async () => {
    expect(await textOf("/S /Launch /F (run.exe)", " /Rotate 90")).toBe("Word");
    expect(await textOf("/S /GoToR /F (o.pdf) /D [0 /Fit]", " /Rotate 90")).toBe("[Word](o.pdf#page=1)");
  });
});
