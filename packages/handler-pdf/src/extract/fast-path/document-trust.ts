import type { PDFDocument, PDFPage } from "mupdf";
import { kindOf } from "./kind-of.ts";
import { kindNamed } from "./kinds.ts";
import { createTrust, type Trust } from "./trust.ts";

/** Fewer pages are read by the engine before those that prove a document are read both ways. */
const provenPages = 10;

/** What the engine must be asked of fonts with files of their own takes as long as some pages; of others it was asked before. */
const leastPagesWithFontFiles = 5;

/** A document that the engine reads. */
export const noTrust: Trust = { next: () => "engine", tell: () => undefined };

/** Begins with a document of which a page is loaded and so many are wanted. Throws what the engine throws. */
export function documentTrust(document: PDFDocument, page: PDFPage, wanted: number): Trust {
  const { name, hasFontFiles } = kindOf(document, page);
  if (hasFontFiles && wanted < leastPagesWithFontFiles) return noTrust;
  return createTrust({ kind: kindNamed(name), isShort: wanted < provenPages });
}
