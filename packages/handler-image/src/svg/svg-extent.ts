import { decodeImage, describeImage, type InputLimits, type PixelSize, type RawPixels } from "@reader/image-fit";
import { drawingOf } from "./drawing-of.ts";
import { rootOf, sized, unsized } from "./svg-root.ts";

/** Pixels of a side in which the end of what is drawn is looked for. */
const probeSidePx = 1024;
/** How much larger than what is drawn the looked-at square is, since it may start anywhere, and how often it grows. */
const probeGrowth = 4;
const maxProbes = 5;
/** Where to begin with what has an end that the engine does not tell: the width that browsers give a drawing. */
const usualSidePx = 300;

/**
 * The size of a drawing that says none: from the origin to the end of what is drawn; undefined where nothing is. Throws
 * `corrupt` for what cannot be drawn.
 */
export async function extentOf(svg: string, input: InputLimits): Promise<PixelSize | undefined> {
  if (rootOf(svg) === undefined) return undefined;
  const drawn = await describeImage(unsized(svg), { input }).catch(() => undefined);
  let sideUnits = Math.max(drawn?.widthPx ?? usualSidePx, drawn?.heightPx ?? usualSidePx);
  for (let count = 0; count < maxProbes; count += 1) {
    sideUnits *= probeGrowth;
    const square = { widthPx: sideUnits, heightPx: sideUnits };
    const size = { widthPx: probeSidePx, heightPx: probeSidePx };
    const { rightPx, bottomPx } = endOfInk(
      await decodeImage(sized(svg, square, square), { size, input, description: drawingOf(square) }),
    );
    const isInside = rightPx > 0 && rightPx < probeSidePx && bottomPx < probeSidePx;
    const unitsOf = (px: number): number => Math.ceil((px * sideUnits) / probeSidePx);
    if (isInside) return { widthPx: unitsOf(rightPx), heightPx: unitsOf(bottomPx) };
  }
  return drawn;
}

/** The first column and row behind the last that is not see-through; 0 where nothing is drawn there. */
function endOfInk({ data, widthPx, heightPx, channels }: RawPixels): {
  readonly rightPx: number;
  readonly bottomPx: number;
} {
  let [rightPx, bottomPx] = [0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      if (channels === 4 && data[(y * widthPx + x) * channels + 3] === 0) continue;
      rightPx = Math.max(rightPx, x + 1);
      bottomPx = y + 1;
    }
  }
  return { rightPx, bottomPx };
}
