import type { PDFDocument } from "mupdf";
import type { PdfEngine } from "../engine/engine.ts";

/** A document that is open, and what reading it needs to know. */
export interface OpenedPdf {
  readonly engine: PdfEngine;
  readonly document: PDFDocument;
  /** For messages. */
  readonly path: string;
  readonly pageCount: number;
}
