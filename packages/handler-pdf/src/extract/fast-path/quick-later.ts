import type { PDFDocument } from "mupdf";
import type { PdfEngine } from "../../engine/engine.ts";
import type { QuickPages } from "./quick-pages.ts";

/** What reads pages without the engine, once that pays. */
export interface QuickLater {
  /** Before a page is read, with how many are wanted from it on. Gives a promise only where something must be loaded. */
  readonly next: (wanted: number) => Promise<void> | undefined;
  /** Undefined as long as the engine reads every page. */
  readonly pages: () => QuickPages | undefined;
  /** Frees what is kept of the document, which must be open still. */
  readonly end: () => void;
}

/**
 * Code that runs for the first time is slow: so many pages of this thread are read by the engine, whose own code is warm by
 * then. A program that reads one answer of a document would wait 70 ms longer for it.
 */
const pagesBefore = 40;

/** What is read without the engine must be loaded, which pays for many pages at once, or once many were read. */
const leastAtFirst = 10;
const pagesBeforeShort = 100;

let pagesOfThread = 0;

/** Begins with a document. */
export function createQuickLater(engine: PdfEngine, document: PDFDocument): QuickLater {
  let pages: QuickPages | undefined;
  const load = async (wanted: number): Promise<void> => {
    const { createQuickPages } = await import("./quick-pages.ts");
    pages = createQuickPages(engine, document, wanted);
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
