import type { PDFPage } from "mupdf";
import type { PdfEngine } from "../../src/engine/engine.ts";

/** Uses the first page of a document, which is freed afterwards. */
export async function withFirstPage<Result>(
  engine: PdfEngine,
  pdf: Uint8Array,
  use: (page: PDFPage) => Result | Promise<Result>,
): Promise<Result> {
  const document = engine.PDFDocument.openDocument(pdf, "application/pdf");
  const page = document.loadPage(0) as PDFPage;
  try {
    return await use(page);
  } finally {
    page.destroy();
    document.destroy();
  }
}
