import type { FitLimits } from "@reader/image-fit";

/** What print takes for sharp; a stamp is not blown up to a poster. */
const maxDotsPerInch = 300;

/** A poster without a limit of the model's is still drawn in memory: 40 megapixels are 120 MB. */
const maxPixels = 40e6;

const pointsPerInch = 72;

/** Pixels a point, so that the long edge of a page is as long as the model sees without scaling it down. */
export function pageScale(
  widthPt: number,
  heightPt: number,
  limits: Pick<FitLimits, "nativeSidePx" | "maxSidePx">,
): number {
  const longEdgePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  return Math.min(
    longEdgePx / Math.max(widthPt, heightPt, 1),
    maxDotsPerInch / pointsPerInch,
    Math.sqrt(maxPixels / Math.max(widthPt * heightPt, 1)),
  );
}
