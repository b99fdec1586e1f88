import { isMark, isRightToLeft, type PlainGlyphs, type PageFont, type FontGlyph } from "../base/painted.ts";

/** A glyph as described by the engine. A class, so that all glyphs have one shape for the loop that places them. */
export class ProbedGlyph implements FontGlyph {
  readonly text: string;
  readonly advance: number;
  readonly width: number;

  /** `advance` is in ems. The engine uses it as the width of boxes too, whatever the font file says. */
  constructor(text: string, advance: number) {
    this.text = text;
    this.advance = advance;
    this.width = advance;
  }
}

/** The font properties in the engine's spans, with the reach in ems. */
export interface Face {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly ascender: number;
  readonly descender: number;
}

/** A font as far as it was queried. Its face is known as soon as one of its glyphs is. */
export class ProbedFont implements PageFont {
  name = "";
  family = "";
  weight = "";
  style = "";
  ascender = 0;
  descender = 0;
  readonly codeBytes: 1 | 2;
  readonly glyphs: (FontGlyph | null | undefined)[] = [];
  readonly plain: PlainTable | undefined;
  hasFace = false;

  /** A dense font takes up to 20 bytes per code up to the highest known one, and is faster. */
  constructor(codeBytes: 1 | 2, isDense = true) {
    this.codeBytes = codeBytes;
    this.plain = isDense ? new PlainTable() : undefined;
  }

  /** Stores the font properties. */
  setFace(face: Face): void {
    this.name = face.name;
    this.family = face.family;
    this.weight = face.weight;
    this.style = face.style;
    this.ascender = face.ascender;
    this.descender = face.descender;
    this.hasFace = true;
  }

  /** Stores a glyph. An array with large holes would become a hash table. */
  setGlyph(code: number, glyph: FontGlyph | null): void {
    while (this.plain !== undefined && this.glyphs.length <= code) this.glyphs.push(undefined);
    this.glyphs[code] = glyph;
    this.plain?.set(code, glyph);
  }
}

/** Number of codes in the smallest tables. */
const leastCodes = 256;

/** Surrogates, which are not characters alone. */
const firstHalf = 0xd800;
const lastHalf = 0xdfff;

/** Tables that grow as codes become known, with 6 bytes per code. */
export class PlainTable implements PlainGlyphs {
  units: Uint16Array = new Uint16Array(0);
  advances: Float32Array = new Float32Array(0);

  /** Stores what a code shows; `null` if that is unknown. */
  set(code: number, glyph: FontGlyph | null): void {
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

/** Returns the code unit of a glyph that needs no further checks inside a line, else 0. */
function plainUnit({ text, advance, width }: FontGlyph): number {
  if (text.length !== 1 || !(advance >= 0) || width !== advance) return 0;
  const unit = text.charCodeAt(0);
  const isHalf = unit >= firstHalf && unit <= lastHalf;
  return isHalf || isRightToLeft(unit) || isMark(unit) ? 0 : unit;
}
