import type { Budget } from "@reader/core/handler";
import type { PDFDocument, PDFPage } from "mupdf";
import { countEngineFailure, isEngineExhausted, type PdfEngine } from "../engine/engine.ts";

/** An open document with what reading it needs. */
export interface OpenedPdf {
  readonly engine: PdfEngine;
  readonly document: PDFDocument;
  /** Used in messages. */
  readonly path: string;
  readonly pageCount: number;
}

/**
 * Frees a document. Never throws. Damage to the engine's memory may only show here, which does not affect what was
 * read; such an engine is not used again, and neither is one that broke.
 */
export function closePdf({ document }: { readonly document: Pick<PDFDocument, "destroy"> }): void {
  if (isEngineExhausted()) return;
  try {
    document.destroy();
  } catch (error) {
    countEngineFailure(error);
  }
}

/** Loads a page, numbered from 1, and frees it after use. */
export function withPage<Value>({ document }: OpenedPdf, number: number, use: (page: PDFPage) => Value): Value {
  const page = document.loadPage(number - 1);
  try {
    return use(page);
  } finally {
    page.destroy();
  }
}

/** Like `withPage`, for an asynchronous use. */
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

/** Share of the document's time for lookups in `info`. The caller also waits for the first answer. */
const lookupShare = 0.25;

/** Returns the remaining milliseconds, 0 if there are none. */
export type TimeLeft = () => number;

/** Starts the time limit for lookups in `info` beyond data that is at hand. */
export function startLookups({ documentTimeMs }: Budget): TimeLeft {
  const end = performance.now() + documentTimeMs * lookupShare;
  return () => Math.max(0, end - performance.now());
}

/** For reads, which end by other limits. */
export const noTimeLimit: TimeLeft = () => Number.POSITIVE_INFINITY;
