import { extractPage } from "../text/extract-page.ts";
import { judgePage, type PageVerdict } from "../judge/judge-page.ts";
import { withPage } from "../document/with-page.ts";
import type { PageContent } from "../page-content.ts";
import { isBlankPage } from "../page-image/render-page.ts";
import { notePageFault } from "./engine-faults.ts";
import type { Reading } from "./reading.ts";

/** How a page is shown. */
export type PageView = "text" | "image" | "both" | "blank" | "damaged";

/** A page before it is shown. */
export interface PageStudy {
  readonly number: number;
  readonly view: PageView;
  /** Absent where the page cannot be read. */
  readonly content?: PageContent;
  readonly verdict?: PageVerdict;
}

/** From here on a page is mostly figure, and its text without them says too little. */
const minFigureShare = 0.5;

/** Looks at a page and decides how it is shown. Throws only where the engine itself broke. */
export function studyPage(reading: Reading, number: number): PageStudy {
  const { pdf } = reading;
  if (reading.view === "image" && reading.limits !== undefined) return { number, view: "image" };
  try {
    return withPage(pdf, number, (page) => {
      const content = extractPage(pdf.engine, page);
      const verdict = judgePage(content);
      const mayBeBlank = verdict.layer === "none" && verdict.figureShare < minFigureShare;
      const isBlank = mayBeBlank && isBlankPage(pdf.engine, page);
      return { number, view: isBlank ? "blank" : viewOf(reading, verdict), content, verdict };
    });
  } catch (error) {
    notePageFault(error);
    return { number, view: "damaged" };
  }
}

function viewOf({ view, limits }: Reading, { layer, figureShare }: PageVerdict): PageView {
  if (view === "text" || limits === undefined) return "text";
  if (layer !== "sound") return "image";
  return figureShare >= minFigureShare ? "both" : "text";
}
