import type { Budget } from "@reader/core/handler";
import type { PDFDocument, PDFPage } from "mupdf";
import { countEngineFailure, isEngineExhausted, type PdfEngine } from "../engine/engine.ts";

/** An open document with what reading it needs. */
export interface OpenedPdf {
  readonly engine: PdfEngine;
  readonly document: PDFDocument;
  readonly pages: LoadedPages;
  /** Used in messages. */
  readonly path: string;
  readonly pageCount: number;
}

/**
 * Frees a document. Never throws. Damage to the engine's memory may only show here, which does not affect what was
 * read; such an engine is not used again, and neither is one that broke.
 */
export function closePdf({ document, pages }: ClosablePdf): void {
  pages.end();
  free(document);
}

interface ClosablePdf {
  readonly document: Pick<PDFDocument, "destroy">;
  readonly pages: Pick<LoadedPages, "end">;
}

function free(object: { destroy(): void }): void {
  if (isEngineExhausted()) return;
  try {
    object.destroy();
  } catch (error) {
    countEngineFailure(error);
  }
}

/** The loaded pages of a document, numbered from 1. Loading parses annotations and links, so a page is loaded once. */
export interface LoadedPages {
  /** Returns a page, loaded once until it is released. Throws what the engine throws. */
  readonly load: (number: number) => PDFPage;
  /** Loads a page again after its object changed. */
  readonly reload: (number: number) => PDFPage;
  /** Frees a page. Never throws. */
  readonly release: (number: number) => void;
  /** Frees all pages. Never throws. */
  readonly end: () => void;
}

/** Creates the loaded pages of a document, which are freed before it. */
export function createLoadedPages(document: Pick<PDFDocument, "loadPage">): LoadedPages {
  const loaded = new Map<number, PDFPage>();
  const load = (number: number): PDFPage => {
    const known = loaded.get(number);
    if (known !== undefined) return known;
    const page = document.loadPage(number - 1);
    loaded.set(number, page);
    return page;
  };
  const release = (number: number): void => {
    const page = loaded.get(number);
    loaded.delete(number);
    if (page !== undefined) free(page);
  };
  return {
    load,
    reload(number) {
      release(number);
      return load(number);
    },
    release,
    end() {
      for (const number of loaded.keys()) release(number);
    },
  };
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
