import type { PDFDocument, PDFPage } from "mupdf";
import { createLoadedPages, type OpenedPdf } from "../src/document/opened-pdf.ts";
import type { PdfEngine } from "../src/engine/engine.ts";
import { readByEngine } from "../src/extract/page/page-model.ts";
import { enginePageOf } from "../src/extract/painting/engine-pages.ts";
import type { PageModel } from "@reader/pdf-pages";

/** Reads a loaded page by the engine. Without its document, its figures have no alternative texts. */
export function modelOf(engine: PdfEngine, page: PDFPage, document: PDFDocument = new engine.PDFDocument()): PageModel {
  return readByEngine(enginePageOf({ engine, document }, { page, isShortened: false, wasSeenAgain: false }));
}

/** Returns an open document as the handler has it. */
export function opened(engine: PdfEngine, document: PDFDocument): OpenedPdf {
  const pageCount = document.countPages();
  return { engine, document, pages: createLoadedPages(document), path: "input.pdf", pageCount };
}
