import type { ColorSpace, Matrix, Path, StrokeState, StructuredText } from "mupdf";
import type { Box, Vector } from "@reader/pdf-pages";
import type { EnginePage } from "./engine-pages.ts";
import { createPaintingState } from "./paint-log.ts";

/** Maximum number of vectors read per page. Maps and drawings have more; the first ones show what they are. */
export const maxVectors = 20_000;

/** Colour channels at or above this count as paper. */
const paperWhite = 0.995;

class EnoughVectors extends Error {}

/** Returns the vectors in painting order. Does not descend into the structure tree, which must be disabled. */
export function readVectors(text: StructuredText): readonly Vector[] {
  const vectors: Vector[] = [];
  try {
    text.walk({
      onVector([x0, y0, x1, y1], { isStroked, isRectangle }: VectorFlags, color) {
        // The engine's walk is a loop in JavaScript, so throwing out of it is safe.
        if (vectors.length >= maxVectors) throw new EnoughVectors();
        const isPaper = color.every((channel) => channel >= paperWhite);
        vectors.push({ box: { x0, y0, x1, y1 }, isStroked, isRectangle, isPaper });
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughVectors)) throw error;
  }
  return vectors;
}

interface VectorFlags {
  readonly isStroked: boolean;
  readonly isRectangle: boolean;
}

/** A stroke that looks thinner has about its true width, in points. */
const thinPt = 3;

/** A stroke that looks thicker is a frame or a drawing, in points. */
const thickPt = 20;

/**
 * Returns vectors with the true width of strokes. The engine widens the boxes of strokes by the line width in the file,
 * ignoring the scale: ten times too much if Ghostscript wrote the file in tenths of a point. `readWidths` returns the
 * widths of scaled-down strokes as written in the file; it is only called if strokes look that thick.
 */
export function withTrueWidths(vectors: readonly Vector[], readWidths: () => readonly number[]): readonly Vector[] {
  return vectors.some(looksWidened) ? narrowed(vectors, readWidths()) : vectors;
}

function looksWidened({ box, isStroked }: Vector): boolean {
  const sidePt = shorterSide(box);
  return isStroked && sidePt > thinPt && sidePt < thickPt;
}

function shorterSide({ x0, y0, x1, y1 }: Box): number {
  return Math.min(x1 - x0, y1 - y0);
}

/** Replays a page and returns the widths of scaled-down strokes as written in the file. */
export function scaledWidthsOn(page: Pick<EnginePage, "run">): readonly number[] {
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
  page.run(counting);
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

/** Below this scale the engine takes a stroke for much thicker than it is. */
const smallScale = 0.75;

/** Maximum number of stroke widths kept. A page with more is a drawing. */
const maxWidths = 20;

/** The scaling part of a matrix. */
interface Scale {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** The widths of strokes that are scaled down, as written in the file. */
export class ScaledWidths {
  private readonly widths = new Set<number>();

  /** Records a stroke. */
  add(width: number, { a, b, c, d }: Scale): void {
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    if (scale < smallScale && width > 0 && this.widths.size < maxWidths) this.widths.add(width);
  }

  /** Returns each width once, in order of appearance. */
  all(): readonly number[] {
    return [...this.widths];
  }
}
