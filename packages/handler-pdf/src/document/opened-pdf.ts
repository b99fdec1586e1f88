import type { Budget } from "@reader/core/handler";
import type { PDFDocument, PDFPage } from "mupdf";
import { countEngineFailure, isEngineWorn, type PdfEngine } from "../engine/engine.ts";

/** A document that is open, and what reading it needs to know. */
export interface OpenedPdf {
  readonly engine: PdfEngine;
  readonly document: PDFDocument;
  /** For messages. */
  readonly path: string;
  readonly pageCount: number;
}

/**
 * Frees a document; never throws. What a damaged one did to the engine's memory may show only where it is freed, which
 * takes back nothing of what was read of it: such an engine is used for nothing more, and neither is one that broke.
 */
export function closePdf({ document }: { readonly document: Pick<PDFDocument, "destroy"> }): void {
  if (isEngineWorn()) return;
  try {
    document.destroy();
  } catch (error) {
    countEngineFailure(error);
  }
}

/** Loads a page, counted from 1, and frees it after use. */
export function withPage<Value>({ document }: OpenedPdf, number: number, use: (page: PDFPage) => Value): Value {
  const page = document.loadPage(number - 1);
  try {
    return use(page);
  } finally {
    page.destroy();
  }
}

/** The same for a use that has to wait for something. */
export async function withPageWaiting<Value>(
  { document }: OpenedPdf,
  number: number,
  use: (page: PDFPage) => Promise<Value>,
): Promise<Value> {
  const page = document.loadPage(number - 1);
  try {
    return await use(page);
  } finally {
    page.destroy();
  }
}

/** The share of a document's time in which what is told of it is looked for: who asked wants its first answer, too. */
const lookingShare = 0.25;

/** Says how many milliseconds are left, 0 where none. */
export type TimeLeft = () => number;

/** Starts the time in which a document is looked through for what `info` tells beyond what is at hand. */
export function startLooking({ documentTimeMs }: Budget): TimeLeft {
  const end = performance.now() + documentTimeMs * lookingShare;
  return () => Math.max(0, end - performance.now());
}

/** For a read, which has its own way to end. */
export const endless: TimeLeft = () => Number.POSITIVE_INFINITY;
