import type { InputLimits, PixelSize } from "@reader/image-fit";

/** The engine draws up to 32 767 pixels a side, and rounds up. */
const mostEnginePx = 32_000;
/** The size of what was larger: any would do, and this one leaves room. */
const usualSidePx = 16_384;

/**
 * The whole pixels of a drawing. One that says to be larger than the engine counts, as plans in millimetres and maps do,
 * gets a size that it does: lines have none of their own.
 */
export function withinSide({ widthPx, heightPx }: PixelSize, { maxSidePx }: InputLimits): PixelSize {
  const longPx = Math.max(widthPx, heightPx);
  const scale = longPx > Math.min(maxSidePx, mostEnginePx) ? Math.min(maxSidePx, usualSidePx) / longPx : 1;
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) };
}
