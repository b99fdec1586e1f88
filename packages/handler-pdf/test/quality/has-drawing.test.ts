import type { PDFPage } from "mupdf";
import { expect, test } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { hasDrawing } from "@reader/pdf-pages/quality";
import { onePagePdf } from "../deadly/build-pdf.ts";
import { modelOf } from "../page-models.ts";
import { textAt } from "./hidden-pages.ts";

const label = textAt(72, 760, "A label of the page");
const many = (count: number, shape: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => shape(at)).join(" ");
const bars = many(12, (at) => `${String(60 + at * 40)} 100 25 ${String(80 + at * 45)} re f`);

async function isDrawn(content: string): Promise<boolean> {
  const engine = await loadPdfEngine();
  const document = engine.PDFDocument.openDocument(onePagePdf(content), "application/pdf");
  const page = document.loadPage(0) as PDFPage;
  try {
    return hasDrawing(modelOf(engine, page));
  } finally {
    page.destroy();
    document.destroy();
  }
}

test.for([
  ["bars of a chart", `${label} ${bars}`, true],
  [
    "curves",
    `${label} ${many(10, (at) => `50 ${String(100 + at * 50)} m 200 700 400 50 550 ${String(300 + at * 20)} c S`)}`,
    true,
  ],
  [
    "two lines of a chart",
    `${label} ${many(2, (at) => `80 ${String(200 + at * 90)} m 200 500 l 300 350 l 520 600 l S`)}`,
    true,
  ],
  ["few bars beside a title alone", `${label} ${many(8, (at) => `${String(60 + at * 40)} 100 25 300 re f`)}`, true],
  ["a small logo", `${label} 80 700 m 90 760 120 760 130 700 c f`, false],
  ["an ornament that runs off the page", `${label} 0 0 m 200 300 400 300 595 0 c f`, false],
  [
    "a line of a chart beside some text",
    `${many(20, (at) => textAt(40, 420 + at * 12, "A long line of text that is read for what it says."))} 80 100 m 300 350 l 520 120 l S`,
    false,
  ],
  ["no shapes", label, false],
  ["a few shapes", `${label} 60 100 200 300 re f 300 100 200 300 re f`, false],
  ["rules", `${label} ${many(40, (at) => `50 ${String(100 + at * 12)} 500 .5 re f`)}`, false],
  ["white shapes", `${label} 1 g ${bars}`, false],
  ["the background of the page", `${label} ${many(10, () => ".9 g 0 0 595 842 re f")}`, false],
  [
    "cells with text in them",
    many(
      12,
      (at) => `.9 g 60 ${String(60 + at * 55)} 450 50 re f 0 g ${textAt(250, 80 + at * 55, "A cell of a table")}`,
    ),
    false,
  ],
  [
    "bars beside much text",
    `${many(60, (at) => textAt(40, 20 + at * 12, "A long line of text that is read for what it says."))} ${bars}`,
    false,
  ],
] as const)("%s are a drawing: %s", async ([, content, expected]) => {
  expect(await isDrawn(content)).toBe(expected);
});
