import { fitSize } from "./fit-size.ts";
import type { FitLimits, PixelSize, Region } from "./types.ts";

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

function scaled({ widthPx, heightPx }: PixelSize, scale: number): PixelSize {
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}
