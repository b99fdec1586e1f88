import type { QuickFont } from "../base/quick-font.ts";

/** The engine computes with few digits, which tells in what is just large enough, or just not. */
const { fround } = Math;

/** Surely less than `spaceGap`, and much more than what rounding makes. */
const surelySmall = 0.149;

/** Glyphs in a row of one font and one matrix, apart from where they are: what they have in common, computed once. */
export class TextRun {
  font: QuickFont | undefined;
  /** The size of the type, in points. */
  size = 0;
  /** What the pen moves for a width of 1, in points. */
  stepX = 0;
  stepY = 0;
  /** The same with length 1. */
  directionX = 0;
  directionY = 0;
  /** So near to the pen, in points, a glyph goes on whatever the engine makes of the last digit; 0 if lines are not level. */
  smallGap = 0;
  /** How far boxes reach around the points of a base line. */
  left = 0;
  right = 0;
  top = 0;
  bottom = 0;
  #c = 0;
  #d = 0;

  /** Whether a glyph goes on with the run. */
  has(font: QuickFont, matrix: readonly number[] | Float64Array): boolean {
    return (
      font === this.font &&
      fround(matrix[0] ?? 0) === this.stepX &&
      fround(matrix[1] ?? 0) === this.stepY &&
      fround(matrix[2] ?? 0) === this.#c &&
      fround(matrix[3] ?? 0) === this.#d
    );
  }

  /** Begins a run with its first glyph. */
  begin(font: QuickFont, matrix: readonly number[] | Float64Array): void {
    this.font = font;
    this.stepX = fround(matrix[0] ?? 0);
    this.stepY = fround(matrix[1] ?? 0);
    this.#c = fround(matrix[2] ?? 0);
    this.#d = fround(matrix[3] ?? 0);
    this.size = fround(Math.sqrt(Math.abs(fround(fround(this.stepX * this.#d) - fround(this.stepY * this.#c)))));
    this.smallGap = this.stepX > 0 && this.stepY === 0 ? this.size * surelySmall : 0;
    this.#turn();
    this.#reach(fround(font.ascender), fround(font.descender));
  }

  #turn(): void {
    const squared = fround(fround(this.stepX * this.stepX) + fround(this.stepY * this.stepY));
    const length = squared === 0 ? 1 : fround(Math.sqrt(squared));
    this.directionX = fround(this.stepX / length);
    this.directionY = fround(this.stepY / length);
  }

  #reach(ascender: number, descender: number): void {
    const [aboveX, aboveY] = [fround(ascender * this.#c), fround(ascender * this.#d)];
    const [belowX, belowY] = [fround(descender * this.#c), fround(descender * this.#d)];
    this.left = Math.min(aboveX, belowX);
    this.right = Math.max(aboveX, belowX);
    this.top = Math.min(aboveY, belowY);
    this.bottom = Math.max(aboveY, belowY);
  }
}
