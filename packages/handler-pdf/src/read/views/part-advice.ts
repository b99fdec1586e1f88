import { notice, type Notice } from "@reader/core/handler";
import type { FitLimits } from "@reader/image-fit";
import type { OpenedPdf } from "../../document/opened-pdf.ts";
import { withPage } from "../../document/with-page.ts";
import { pageScale } from "../../render/page-scale.ts";
import { boxOfPage } from "../../render/render-page.ts";
import { scanDensity } from "./scan-density.ts";
import { notePageFault } from "../../engine/engine-faults.ts";

/** At fewer pixels a point, print of eight points is less than six pixels high. */
const minReadableScale = 0.7;

/** A scan that is made smaller by less is seen well enough, whatever the document says of the size of its paper. */
const mostReadableReduction = 4;

/** At so many the smallest print is read. */
const goodScale = 1.5;

/** Tells, once in a read, how the small print of a page that is shown very small is read. */
export interface PartAdvice {
  of(number: number): readonly Notice[];
}

/** Advice on the pages of a document that are shown as pictures within these limits. */
export function createPartAdvice(pdf: OpenedPdf, limits: FitLimits | undefined): PartAdvice {
  let hasTold = false;
  return {
    of(number) {
      if (hasTold || limits === undefined) return [];
      const advice = adviceOn(pdf, number, limits);
      hasTold = advice.length > 0;
      return advice;
    },
  };
}

function adviceOn(pdf: OpenedPdf, number: number, limits: FitLimits): readonly Notice[] {
  try {
    const { x0, y0, x1, y1 } = withPage(pdf, number, boxOfPage);
    const [widthPt, heightPt] = [Math.round(x1 - x0), Math.round(y1 - y0)];
    const scale = pageScale(widthPt, heightPt, limits);
    if (scale >= minReadableScale) return [];
    const density = withPage(pdf, number, (page) => scanDensity(pdf.engine, page));
    if (density !== undefined && density / scale < mostReadableReduction) return [];
    const sidePt = Math.floor(Math.min(limits.nativeSidePx, limits.maxSidePx) / goodScale);
    const select = `0,0,${Math.min(widthPt, sidePt)},${Math.min(heightPt, sidePt)}`;
    return [
      notice(
        `Page ${number} has ${widthPt} × ${heightPt} points and is shown at ${scale.toFixed(2)} pixels a point: small print cannot be read at this size. Send pages "${number}" with select "${select}" (x,y,width,height in points) for that part at full size, then the others.`,
      ),
    ];
  } catch (error) {
    notePageFault(error);
    return [];
  }
}
