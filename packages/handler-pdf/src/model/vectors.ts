import type { StructuredText } from "mupdf";
import type { Box } from "./page-content.ts";

/** A drawn line or area, or several that the engine merged. */
export interface Vector {
  readonly box: Box;
  readonly isStroked: boolean;
  readonly isRectangle: boolean;
  /** True if it is as white as paper. */
  readonly isPaper: boolean;
}

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
