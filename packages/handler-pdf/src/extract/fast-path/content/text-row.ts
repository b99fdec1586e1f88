import type { GlyphRow } from "../base/painted.ts";
import type { Frame } from "./frame.ts";
import type { StringReader } from "./strings.ts";

const { fround } = Math;

/** Glyphs of one row; what is longer is shown in several. */
export const maxRow = 1024;

const thousandth = fround(0.001);

/** A row that is filled, shown and filled again. */
export class TextRow implements GlyphRow {
  readonly matrix: Float64Array = new Float64Array(6);
  readonly codes: Uint16Array = new Uint16Array(maxRow);
  readonly places: Float32Array = new Float32Array(maxRow);
  /** What the pen goes before each glyph besides of the step of the one before, in the space of the content. */
  readonly kerns: Float32Array = new Float32Array(maxRow + 1);
  count = 0;
  /** How many bytes of a string are one code. */
  codeBytes: 1 | 2 = 1;
  private fontSize = 0;
  private scale = 1;
  private along = 1;

  /** Forgets what a page left that was given up. */
  clear(): void {
    this.count = 0;
    this.kerns.fill(0);
  }

  /** Begins with the state of one operator, and what the matrix of text makes of a step of 1. */
  begin({ font, fontSize, scale }: Frame, along: number): void {
    this.codeBytes = font?.codeBytes ?? 1;
    this.fontSize = fontSize;
    this.scale = scale;
    this.along = along;
  }

  /** What the pen goes for so many thousandths of the size of the type, backwards. */
  stepOf(thousandths: number): number {
    return fround(fround(fround(-thousandths * this.fontSize) * thousandth) * this.scale);
  }

  /** Moves the pen before the next glyph; false where it was moved already, which is to be settled first. */
  adjust(thousandths: number): boolean {
    const { kerns, count } = this;
    if (kerns[count] !== 0) return false;
    kerns[count] = fround(this.stepOf(thousandths) * this.along);
    return true;
  }

  /** What the pen goes before a glyph, which is then forgotten. */
  takeKern(index: number): number {
    const kern = this.kerns[index] ?? 0;
    this.kerns[index] = 0;
    return kern;
  }

  /** Adds the codes of a string; there must be room for them. */
  add(string: StringReader): void {
    if (this.codeBytes === 1) this.addBytes(string);
    else this.addPairs(string);
  }

  private addBytes({ source, start, end }: StringReader): void {
    const { codes } = this;
    let { count } = this;
    for (let at = start; at < end; at++) codes[count++] = source[at] ?? 0;
    this.count = count;
  }

  private addPairs({ source, start, end }: StringReader): void {
    const { codes } = this;
    let { count } = this;
    for (let at = start; at < end; at += 2) codes[count++] = ((source[at] ?? 0) << 8) | (source[at + 1] ?? 0);
    this.count = count;
  }
}
