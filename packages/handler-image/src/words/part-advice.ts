import { fitSize, type EncodedImage, type FitLimits } from "@reader/image-fit";
import type { Part } from "../showing.ts";

/** Made smaller than by this, print of the usual size cannot be read. */
const mostReadableScale = 4;

/** How the small print of a picture that was made much smaller is read; undefined where it is seen well enough. */
export function partAdvice(fitted: EncodedImage, limits: FitLimits, { page = 1, region }: Part): string | undefined {
  const { widthPx, heightPx, originalWidthPx, originalHeightPx } = fitted;
  if (Math.max(originalWidthPx / widthPx, originalHeightPx / heightPx) < mostReadableScale) return undefined;
  const sidePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  const first = { widthPx: Math.min(originalWidthPx, sidePx), heightPx: Math.min(originalHeightPx, sidePx) };
  const part = fitSize(first, limits);
  const select = [region?.xPx ?? 0, region?.yPx ?? 0, part.widthPx, part.heightPx].join(",");
  const pages = page === 1 ? "" : ` with pages "${page}"`;
  return `Small print cannot be read at this size: send select "${select}"${pages} for that part at full size, then the others.`;
}
