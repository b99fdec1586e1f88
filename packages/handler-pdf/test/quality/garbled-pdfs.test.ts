import type { PDFPage } from "mupdf";
import { beforeAll, expect, test } from "vitest";
import { loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { assessPage, type PageQuality } from "@reader/pdf-pages/quality";
import { modelOf } from "../page-models.ts";
import { garbledPdfs, soundPdf } from "./garbled-pdfs.ts";

let engine: PdfEngine;

beforeAll(async () => {
  engine = await loadPdfEngine();
});

function verdictOn(pdf: Uint8Array): PageQuality {
  const document = engine.PDFDocument.openDocument(pdf, "application/pdf");
  const page = document.loadPage(0) as PDFPage;
  try {
    return assessPage(modelOf(engine, page).content);
  } finally {
    page.destroy();
    document.destroy();
  }
}

test.for(Object.entries(garbledPdfs))("a page with %s is garbled", ([, pdf]) => {
  expect(verdictOn(pdf)).toMatchObject({ layer: "garbled", reason: expect.stringMatching(/^[A-Z].*\.$/) });
});

test("the same page with a sound font is sound", () => {
  expect(verdictOn(soundPdf)).toEqual({ layer: "sound", figureShare: 0 });
});
