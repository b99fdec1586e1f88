import { isMark, isRightToLeft, type PlainGlyphs, type QuickFont, type QuickGlyph } from "../base/painted.ts";

/** A glyph as the engine told of it. It is a class so that all glyphs have one shape for the loop that places them. */
export class AskedGlyph implements QuickGlyph {
  readonly text: string;
  readonly advance: number;
  readonly width: number;

  /** Takes the pen's way in ems; the engine takes boxes to be as wide as that, whatever the font's own file says. */
  constructor(text: string, advance: number) {
    this.text = text;
    this.advance = advance;
    this.width = advance;
  }
}

/** What the engine's spans say of a font, with its reach in ems. */
export interface Face {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly ascender: number;
  readonly descender: number;
}

/** A font that is known as far as it was asked about. Its face is known as soon as one of its glyphs is. */
export class AskedFont implements QuickFont {
  name = "";
  family = "";
  weight = "";
  style = "";
  ascender = 0;
  descender = 0;
  readonly codeBytes: 1 | 2;
  readonly glyphs: (QuickGlyph | null | undefined)[] = [];
  readonly plain: PlainTable | undefined;
  hasFace = false;

  /** A dense font takes up to 20 bytes for each code up to the highest that is known, and is looked up faster. */
  constructor(codeBytes: 1 | 2, isDense = true) {
    this.codeBytes = codeBytes;
    this.plain = isDense ? new PlainTable() : undefined;
  }

  /** Notes what its spans are like. */
  setFace(face: Face): void {
    this.name = face.name;
    this.family = face.family;
    this.weight = face.weight;
    this.style = face.style;
    this.ascender = face.ascender;
    this.descender = face.descender;
    this.hasFace = true;
  }

  /** Notes what a code shows. An array with large holes would be a table of hashes. */
  setGlyph(code: number, glyph: QuickGlyph | null): void {
    while (this.plain !== undefined && this.glyphs.length <= code) this.glyphs.push(undefined);
    this.glyphs[code] = glyph;
    this.plain?.set(code, glyph);
  }
}

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
