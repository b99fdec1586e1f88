import type { PDFDocument } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import type { FastPages } from "./fast-pages.ts";

/** Starts the fast path for a document once it pays off. */
export interface DeferredFastPath {
  /**
   * Called before a page is read, with the number of wanted pages from it on. Returns a promise only if code must be
   * loaded.
   */
  readonly next: (wanted: number) => Promise<void> | undefined;
  /** Returns `undefined` as long as the engine reads every page. */
  readonly pages: () => FastPages | undefined;
  /** Frees what is kept of the document, which must still be open. */
  readonly end: () => void;
}

/**
 * Number of pages per thread that the engine reads first. Its code is warm by then, while code that runs for the first
 * time is slow: a program that reads one answer of a document would wait 70 ms longer.
 */
const pagesBefore = 40;

/** Minimum number of wanted pages for which loading the fast path pays off at the start. */
const leastAtFirst = 10;
const pagesBeforeShort = 100;

let pagesOfThread = 0;

/** Creates the deferred fast path of a document. */
export function createDeferredFastPath(engine: PdfEngine, document: PDFDocument): DeferredFastPath {
  let pages: FastPages | undefined;
  const load = async (wanted: number): Promise<void> => {
    const { createFastPages } = await import("./fast-pages.ts");
    pages = createFastPages(engine, document, wanted);
  };
  return {
    next(wanted) {
      pagesOfThread += 1;
      const isWorthLoading =
        pagesOfThread > pagesBeforeShort || (pagesOfThread > pagesBefore && wanted >= leastAtFirst);
      return pages === undefined && isWorthLoading ? load(wanted) : undefined;
    },
    pages: () => pages,
    end: () => pages?.end(),
  };
}
