import type { InputLimits, PixelSize } from "@reader/image-fit";
import { attribute, saidSize } from "./assert-drawable.ts";
import { rootOf, sized } from "./svg-extent.ts";

/** The engine draws up to 32 767 pixels a side, and rounds up. */
const mostEnginePx = 32_000;
/** The size of what was larger: any would do, and this one leaves room. */
const usualSidePx = 16_384;

/**
 * A drawing that says to be larger than the engine counts, as plans in millimetres and maps do, in a size that it does:
 * lines have none of their own. It comes back as it is where it says nothing that can be scaled.
 */
export function withinSide(svg: string, { maxSidePx }: InputLimits): string {
  const root = rootOf(svg);
  if (root === undefined) return svg;
  const size = saidSize(root);
  if (Math.max(size.widthPx, size.heightPx) <= Math.min(maxSidePx, mostEnginePx)) return svg;
  const viewBox = attribute(root, "viewBox");
  const shape = isShape(size) ? size : shapeOf(viewBox);
  if (!isShape(shape)) return svg;
  const scale = Math.min(maxSidePx, usualSidePx) / Math.max(shape.widthPx, shape.heightPx);
  const [widthPx, heightPx] = [shape.widthPx, shape.heightPx].map((sidePx) => Math.max(1, Math.round(sidePx * scale)));
  if (widthPx === undefined || heightPx === undefined) return svg;
  return svg.replace(root, () =>
    sized(root, { widthPx, heightPx }, viewBox ?? `0 0 ${shape.widthPx} ${shape.heightPx}`),
  );
}

function shapeOf(viewBox: string | undefined): PixelSize {
  const [, , widthPx = 0, heightPx = 0] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/u, 4)
    .map(Number);
  return { widthPx, heightPx };
}

function isShape({ widthPx, heightPx }: PixelSize): boolean {
  return widthPx > 0 && heightPx > 0 && Number.isFinite(widthPx) && Number.isFinite(heightPx);
}
