import type { FitLimits, PixelSize, Region } from "../model/types.ts";

/**
 * Returns the largest size with the same aspect ratio that the model does not scale down, by its long edge and its
 * provider's patch limit. Never larger than the original.
 */
export function fitSize(size: PixelSize, limits: Pick<FitLimits, "nativeSidePx" | "maxSidePx" | "tokens">): PixelSize {
  const longEdgePx = Math.min(limits.nativeSidePx, limits.maxSidePx);
  const inside = scaled(size, Math.min(1, longEdgePx / Math.max(size.widthPx, size.heightPx)));
  return limits.tokens?.kind === "patches" ? insidePatches(size, inside, limits.tokens) : inside;
}

interface Patches {
  readonly patchPx: number;
  readonly maxTokens: number;
}

/** Reduces the long edge pixel by pixel until the patches fit. Starts at an estimate by area. */
function insidePatches(size: PixelSize, inside: PixelSize, { patchPx, maxTokens }: Patches): PixelSize {
  const count = ({ widthPx, heightPx }: PixelSize): number =>
    Math.ceil(widthPx / patchPx) * Math.ceil(heightPx / patchPx);
  if (count(inside) <= maxTokens) return inside;
  const longPx = Math.max(size.widthPx, size.heightPx);
  const areaPx = maxTokens * patchPx * patchPx;
  const startPx = Math.floor(longPx * Math.sqrt(areaPx / (size.widthPx * size.heightPx)));
  for (let edgePx = Math.min(startPx, longPx); edgePx > 1; edgePx -= 1) {
    const candidate = scaled(size, edgePx / longPx);
    if (count(candidate) <= maxTokens) return candidate;
  }
  return { widthPx: 1, heightPx: 1 };
}

function scaled({ widthPx, heightPx }: PixelSize, scale: number): PixelSize {
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}

/** Minimum long edge of a rendered vector image, in pixels. An icon of 24 pixels would show nothing. */
const minLongEdgePx = 512;
/** Maximum number of pixels rendered of a whole drawing to show a region of it. */
const maxRenderedPixels = 40_000_000;

/**
 * Returns the size at which a vector image is rendered. With a region, it is large enough for the region to fill the
 * limits.
 */
export function vectorSize(size: PixelSize, limits: FitLimits, region?: Region): PixelSize {
  const longEdgePx = Math.max(size.widthPx, size.heightPx);
  if (region === undefined) {
    return fitSize(scaled(size, Math.max(1, minLongEdgePx / longEdgePx)), limits);
  }
  const native = Math.min(limits.nativeSidePx, limits.maxSidePx) / Math.max(region.widthPx, region.heightPx);
  const affordable = Math.sqrt(maxRenderedPixels / (size.widthPx * size.heightPx));
  return scaled(size, Math.min(native, affordable));
}
