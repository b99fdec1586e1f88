import type { OpenedPdf } from "../document/opened-pdf.ts";
import { notePageFault } from "../engine/engine.ts";
import type { PageModel } from "@reader/pdf-pages";
import type { DocumentPages } from "@reader/pdf-pages/read";
import type { FastPages } from "./fast-path/fast-pages.ts";
import { readByEngine } from "./page/page-model.ts";
import { createEnginePages, type EnginePages } from "./painting/engine-pages.ts";

/**
 * Number of pages per thread that the engine reads first. Its code is warm by then, while code that runs for the first
 * time is slow: a program that reads one answer of a document would wait 70 ms longer.
 */
const pagesBefore = 40;

/** Minimum number of wanted pages for which loading the fast path pays off at the start. */
const leastAtFirst = 10;
const pagesBeforeShort = 100;

let pagesOfThread = 0;

/**
 * Creates the pages of an open document: read by the fast path where it pays off and was verified, otherwise by the
 * engine. A page whose text is sideways is rotated.
 */
export function createPageSource(pdf: OpenedPdf): DocumentPages {
  const pages = createEnginePages(pdf);
  const models = new Map<number, PageModel | undefined>();
  let fast: FastPages | undefined;
  const loadFastPath = async (wanted: number): Promise<void> => {
    const { createFastPages } = await import("./fast-path/fast-pages.ts");
    fast = createFastPages(pdf, pages, wanted);
  };
  return {
    next(wanted) {
      pagesOfThread += 1;
      const isWorthLoading =
        pagesOfThread > pagesBeforeShort || (pagesOfThread > pagesBefore && wanted >= leastAtFirst);
      return fast === undefined && isWorthLoading ? loadFastPath(wanted) : undefined;
    },
    read(number) {
      if (!models.has(number)) models.set(number, readUpright(pages, fast, number));
      return models.get(number);
    },
    release(number) {
      models.delete(number);
      pages.release(number);
    },
    end() {
      models.clear();
      pages.end();
      fast?.end();
    },
  };
}

function readUpright(pages: EnginePages, fast: FastPages | undefined, number: number): PageModel | undefined {
  try {
    const model = readPage(pages, fast, number);
    const { rotation } = model.content;
    if (rotation === undefined) return model;
    pages.rotate(number, rotation);
    return { ...readPage(pages, fast, number), turned: rotation };
  } catch (error) {
    notePageFault(error);
    return undefined;
  }
}

function readPage(pages: EnginePages, fast: FastPages | undefined, number: number): PageModel {
  const page = pages.open(number);
  const model = fast?.read(number);
  if (model !== undefined) return model;
  pages.prepare(number);
  return readByEngine(page, (flat) => fast?.compare(number, flat));
}
