import type { PlainGlyphs, QuickGlyph } from "../base/quick-font.ts";
import { isMark, isRightToLeft } from "../base/scripts.ts";

/** Codes of the smallest tables. */
const leastCodes = 256;

/** Halves of pairs, which alone are no characters. */
const firstHalf = 0xd800;
const lastHalf = 0xdfff;

/** Tables that grow as codes become known, of 6 bytes a code. */
export class PlainTable implements PlainGlyphs {
  units: Uint16Array = new Uint16Array(0);
  advances: Float32Array = new Float32Array(0);

  /** Notes what a code shows; `null` where that cannot be told. */
  set(code: number, glyph: QuickGlyph | null): void {
    if (code >= this.units.length) this.#grow(code);
    this.units[code] = glyph === null ? 0 : plainUnit(glyph);
    this.advances[code] = glyph === null ? Number.NaN : glyph.advance;
  }

  #grow(code: number): void {
    let length = Math.max(leastCodes, this.units.length);
    while (length <= code) length *= 2;
    const units = new Uint16Array(length);
    const advances = new Float32Array(length).fill(Number.NaN);
    units.set(this.units);
    advances.set(this.advances);
    this.units = units;
    this.advances = advances;
  }
}

/** The code unit of a glyph that may go on in a line without a further look at it; else 0. */
function plainUnit({ text, advance, width }: QuickGlyph): number {
  if (text.length !== 1 || !(advance >= 0) || width !== advance) return 0;
  const unit = text.charCodeAt(0);
  const isHalf = unit >= firstHalf && unit <= lastHalf;
  return isHalf || isRightToLeft(unit) || isMark(unit) ? 0 : unit;
}
