import { type PageEngine, recognitionScale } from "@reader/pdf-pages/read";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { markFaults, mayHaveMetFault, notePageFault } from "../../engine/engine.ts";
import { hasBrokenContent, hasLostFonts } from "../../extract/page/page-damage.ts";
import { contentBytes } from "../../extract/prepare/prepare-page.ts";
import { boxOfPage, isBlankPage, renderGreyPage, renderPart } from "../../render/render-page.ts";
import { pageExtras } from "./page-extras.ts";

/** Creates what only MuPDF does with the pages of a document. Must be called before the first page is read. */
export function createPageEngine(pdf: OpenedPdf, hasForm: boolean): PageEngine {
  const { engine, pages } = pdf;
  const faultsBefore = markFaults();
  return {
    notePageFault,
    contentBytes: (number) => contentBytes(pages.load(number)),
    isBlank: (number) => isBlankPage(engine, pages.load(number)),
    isBroken: (number, isBlank) => (isBlank || mayHaveMetFault(faultsBefore)) && hasBrokenContent(pages.load(number)),
    hasLostFonts: (number) => hasLostFonts(pages.load(number)),
    // Loaded on demand: most documents are shown without images.
    image: async (number, limits) => (await import("./page-image.ts")).pageImage(pdf, number, limits),
    boxOf: (number) => boxOfPage(pages.load(number)),
    part: (number, area) => renderPart(engine, pages.load(number), area),
    grey(number) {
      const page = pages.load(number);
      const scale = recognitionScale(boxOfPage(page));
      return { image: renderGreyPage(engine, page, scale), pointsPerPixel: 1 / scale };
    },
    extras: (number) => pageExtras(pages.load(number), hasForm),
  };
}
