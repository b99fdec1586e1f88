import type { PDFDocument, PDFPage } from "mupdf";
import { nameGlyphs } from "./name-glyphs.ts";
import { shortenPage } from "./shorten-page.ts";

/** Makes a page ready for its text to be read. Gives whether it had more text than is read of one page, and was cut. */
export function preparePage(document: PDFDocument, page: PDFPage): boolean {
  nameGlyphs(document, page);
  return shortenPage(document, page);
}
