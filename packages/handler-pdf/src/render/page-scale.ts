import type { FitLimits } from "@reader/image-fit";

/** What print takes for sharp; a stamp is not blown up to a poster. */
const maxDotsPerInch = 300;

/** A poster without a limit of the model's is still drawn in memory: 40 megapixels are 120 MB. */
const maxPixels = 40e6;

const pointsPerInch = 72;

/** A part of a page that was asked for is to show what is too small to be read otherwise. */
export const maxDotsPerInchOfPart = 600;

/** What the picture must be, and how sharp it may be at most where that is not what print takes. */
export interface ScaleLimits extends Pick<FitLimits, "nativeSidePx" | "maxSidePx"> {
  readonly dotsPerInch?: number;
}

/** Pixels a point, so that the long edge of a page is as long as the model sees without scaling it down. */
export function pageScale(widthPt: number, heightPt: number, limits: ScaleLimits): number {
  const { dotsPerInch = maxDotsPerInch } = limits;
  const longEdgePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  return Math.min(
    longEdgePx / Math.max(widthPt, heightPt, 1),
    dotsPerInch / pointsPerInch,
    Math.sqrt(maxPixels / Math.max(widthPt * heightPt, 1)),
  );
}
