import type { QuickFont, QuickGlyph } from "./quick-font.ts";

/**
 * Takes what a page paints, in the order of painting. Places are in points of the page as it is displayed, y downwards; a
 * matrix is six numbers that place the unit square or the em square, as in PDF.
 */
export interface Painted {
  /** A glyph is shown; the matrix has the size of the type in it. */
  glyph(font: QuickFont, glyph: QuickGlyph, matrix: readonly number[] | Float64Array): void;
  /** The text of one operator, or of what the engine takes for one run, is done. */
  endText(): void;
  /** A picture is painted into the unit square of a matrix. */
  image(matrix: readonly number[] | Float64Array): void;
  /** A path is filled or stroked, as the engine tells of vectors. */
  vector(vector: {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
    readonly isStroked: boolean;
    readonly isRectangle: boolean;
    readonly isPaper: boolean;
  }): void;
  /**
   * An element of the tagged structure begins; `standard` is its standard role as the engine writes it, and `index` its place
   * among the children (K) of its parent, or -1. The engine sorts siblings by it, and goes on in one of the same `index`
   * that is there already, whatever its role is. Marked content that belongs to no element begins nothing.
   */
  beginStructure(standard: string, index: number): void;
  endStructure(): void;
}
