import type { FitLimits, PixelSize, Region } from "../model/types.ts";

/**
 * The largest size of the same shape that a model sees without scaling it down: by its long edge, and by the patches
 * that its provider allows. Never larger than given.
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

/** One pixel of the long edge less until the patches are few enough: starts close, since they are nearly the area. */
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

/** An icon is rendered at least so large: its own 24 pixels show nothing. */
const minLongEdgePx = 512;
/** Pixels of the whole drawing that may be rendered to show a part of it. */
const maxRenderedPixels = 40_000_000;

/** The size at which a drawing of lines is rendered; with a region, large enough that the region fills the limits. */
export function vectorSize(size: PixelSize, limits: FitLimits, region?: Region): PixelSize {
  const longEdgePx = Math.max(size.widthPx, size.heightPx);
  if (region === undefined) {
    return fitSize(scaled(size, Math.max(1, minLongEdgePx / longEdgePx)), limits);
  }
  const native = Math.min(limits.nativeSidePx, limits.maxSidePx) / Math.max(region.widthPx, region.heightPx);
  const affordable = Math.sqrt(maxRenderedPixels / (size.widthPx * size.heightPx));
  return scaled(size, Math.min(native, affordable));
}
