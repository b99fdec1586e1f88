import type { StructuredText } from "mupdf";
import type { Box } from "./page-content.ts";

/** Something drawn on a page: a line, an area, or several that the engine took for one. */
export interface Vector {
  readonly box: Box;
  readonly isStroked: boolean;
  readonly isRectangle: boolean;
  /** Whether it is as white as paper. */
  readonly isPaper: boolean;
}

/** Vectors of one page that are looked at; a map or a drawing has more, and its first ones tell what it is. */
export const maxVectors = 20_000;

/** Colour channels at or above this are paper. */
const paperWhite = 0.995;

class EnoughVectors extends Error {}

/** What is drawn, in the order of painting. Parts of a tagged structure are not gone into: it must be left out. */
export function readVectors(text: StructuredText): readonly Vector[] {
  const vectors: Vector[] = [];
  try {
    text.walk({
      onVector([x0, y0, x1, y1], { isStroked, isRectangle }: VectorFlags, color) {
        // The walk is a loop of its own in JavaScript, so that leaving it harms nothing.
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

/** Below this scale, a stroke is much thinner than the engine takes it for. */
const smallScale = 0.75;

/** Widths of strokes that are remembered; a page with more is a drawing. */
const maxWidths = 20;

/** How strokes are scaled: the part of a matrix that does not move. */
interface Scale {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** The widths of strokes that are scaled down, as a file has them. */
export class ScaledWidths {
  private readonly widths = new Set<number>();

  /** Takes note of a stroke. */
  add(width: number, { a, b, c, d }: Scale): void {
    const scale = Math.sqrt(Math.abs(a * d - b * c));
    if (scale < smallScale && width > 0 && this.widths.size < maxWidths) this.widths.add(width);
  }

  /** Each once, in the order in which they came. */
  all(): readonly number[] {
    return [...this.widths];
  }
}
