import type { QuickFont, QuickGlyph } from "./quick-font.ts";

/** Glyphs of one font in a row: all stand at one height, and nothing but the place tells their matrices apart. */
export interface GlyphRow {
  /** The matrix of its glyphs, but for the fifth number. */
  readonly matrix: Float64Array;
  /** How many there are; further ones in the lists are of rows before. */
  readonly count: number;
  /** Their codes, which are all known. */
  readonly codes: Uint16Array;
  /** The fifth number of each matrix. */
  readonly places: Float32Array;
}

/**
 * Takes what a page paints, in the order of painting. Places are in points of the page as it is displayed, y downwards; a
 * matrix is six numbers that place the unit square or the em square, as in PDF.
 */
export interface Painted {
  /** A glyph is shown; the matrix has the size of the type in it. */
  glyph(font: QuickFont, glyph: QuickGlyph, matrix: readonly number[] | Float64Array): void;
  /** Glyphs are shown in a row, of a font with tables; absent where they must come one by one. The row is used again afterwards. */
  row?(font: QuickFont, row: GlyphRow): void;
  /** The text of one operator, or of what the engine takes for one run, is done. */
  endText(): void;
  /** A picture is painted into the unit square of a matrix. */
  image(matrix: readonly number[] | Float64Array): void;
  /** A path is filled or stroked, as the engine tells of vectors; what is clipped away ends a block of text all the same. */
  vector(vector: {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
    readonly isStroked: boolean;
    readonly isRectangle: boolean;
    readonly isPaper: boolean;
    readonly isClippedAway: boolean;
  }): void;
  /**
   * An element of the tagged structure begins; `standard` is its standard role as the engine writes it, and `index` its place
   * among the children (K) of its parent, or -1. The engine sorts siblings by it, and goes on in one of the same `index`
   * that is there already, whatever its role is. Marked content that belongs to no element begins nothing.
   */
  beginStructure(standard: string, index: number): void;
  endStructure(): void;
}
