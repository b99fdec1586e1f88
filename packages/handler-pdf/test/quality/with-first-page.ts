import type { PDFDocument, PDFPage } from "mupdf";
import type { PdfEngine } from "../../src/engine/engine.ts";

/** Uses the first page of a document, which is freed afterwards. */
export async function withFirstPage<Result>(
  engine: PdfEngine,
  pdf: Uint8Array,
  use: (page: PDFPage, document: PDFDocument) => Result | Promise<Result>,
): Promise<Result> {
  const document = engine.PDFDocument.openDocument(pdf, "application/pdf") as PDFDocument;
  const page = document.loadPage(0);
  try {
    return await use(page, document);
  } finally {
    page.destroy();
    document.destroy();
  }
}
