import type { ColorSpace, Matrix, Path, StrokeState } from "mupdf";
import { createPaintingState } from "./painting-state.ts";
import type { Box } from "../../model/page-content.ts";
import type { Vector } from "../../model/vectors.ts";
import type { Painting } from "./painting.ts";
import { ScaledWidths } from "../../model/vectors.ts";

/** A stroke that looks thinner has about its true width, in points. */
const thinPt = 3;

/** A stroke that looks thicker is a frame or a drawing, in points. */
const thickPt = 20;

/** Results by the vectors of a page. */
const known = new WeakMap<readonly Vector[], readonly Vector[]>();

/**
 * Returns the vectors of a page with the true width of strokes. The engine widens the boxes of strokes by the line
 * width in the file, ignoring the scale: ten times too much if Ghostscript wrote the file in tenths of a point. Only
 * checks pages whose strokes look that thick.
 */
export function trueVectors(painting: Painting): readonly Vector[] {
  const vectors = painting.vectors();
  if (!vectors.some(looksWidened)) return vectors;
  let found = known.get(vectors);
  if (found === undefined) known.set(vectors, (found = narrowed(vectors, scaledWidths(painting))));
  return found;
}

function looksWidened({ box, isStroked }: Vector): boolean {
  const sidePt = shorterSide(box);
  return isStroked && sidePt > thinPt && sidePt < thickPt;
}

function shorterSide({ x0, y0, x1, y1 }: Box): number {
  return Math.min(x1 - x0, y1 - y0);
}

/** Returns the widths of scaled-down strokes as written in the file. The fast path knows them already. */
function scaledWidths(painting: Painting): readonly number[] {
  if (painting.fast?.vectors !== undefined) return painting.fast.scaledWidths;
  const widths = new ScaledWidths();
  const { callbacks } = createPaintingState();
  const counting = {
    ...callbacks,
    strokePath(path: Path, stroke: StrokeState, ...[[a, b, c, d], space]: readonly [Matrix, ColorSpace]): void {
      const width = stroke.getLineWidth();
      for (const object of [path, stroke, space]) object.destroy();
      widths.add(width, { a, b, c, d });
    },
  };
  painting.run(counting);
  return widths.all();
}

function narrowed(vectors: readonly Vector[], widths: readonly number[]): readonly Vector[] {
  if (widths.length === 0) return vectors;
  return vectors.map((vector) => {
    const width = vector.isStroked ? widthOf(vector.box, widths) : undefined;
    return width === undefined ? vector : { ...vector, box: shrunk(vector.box, width / 2) };
  });
}

/**
 * Returns the width of the stroke with a box: the box height for a line, or the common width of all strokes for a
 * shape.
 */
function widthOf(box: Box, widths: readonly number[]): number | undefined {
  const sidePt = shorterSide(box);
  const line = widths.find((width) => Math.abs(width - sidePt) < 0.02 * width);
  const [only] = widths.length === 1 ? widths : [];
  return line ?? (only !== undefined && only < sidePt ? only : undefined);
}

function shrunk({ x0, y0, x1, y1 }: Box, byPt: number): Box {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return {
    x0: Math.min(x0 + byPt, x),
    y0: Math.min(y0 + byPt, y),
    x1: Math.max(x1 - byPt, x),
    y1: Math.max(y1 - byPt, y),
  };
}
