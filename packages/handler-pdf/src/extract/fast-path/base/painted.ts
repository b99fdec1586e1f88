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

/** What one code of a font shows, as the engine itself understands it. Lengths are in ems: parts of the size of the type. */
export interface QuickGlyph {
  /** What the engine makes of the code, ligatures taken apart; several characters where the font says so. */
  readonly text: string;
  /** How far the pen moves for it, without the spacing of characters and words. */
  readonly advance: number;
  /** How wide the engine takes it to be for its box and for the gap behind it. */
  readonly width: number;
}

/** What the codes of a font show, in tables for the loops that place text. Codes beyond their ends are not known. */
export interface PlainGlyphs {
  /** By code: the one code unit that it shows, if that is a character that stands behind the one before; 0 for all others. */
  readonly units: Uint16Array;
  /** By code: `advance`, which is `width`, too; NaN where it is not known. */
  readonly advances: Float32Array;
}

/** A font of a document whose codes the engine was asked about once, so that text in it can be read without the engine. */
export interface QuickFont {
  /** As in the engine's own spans. */
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  /** How far boxes reach above and below the base line, in ems; the latter is negative below it. */
  readonly ascender: number;
  readonly descender: number;
  /** How many bytes of a string are one code. */
  readonly codeBytes: 1 | 2;
  /** By code; absent where nobody has asked for it yet, and `null` where its text cannot be read this way. */
  readonly glyphs: readonly (QuickGlyph | null | undefined)[];
  /** The same in tables; absent for fonts that are too many, whose glyphs are placed one by one. */
  readonly plain?: PlainGlyphs | undefined;
}

/** The first mark that is put over another character; what comes before needs no look, in its direction neither. */
export const firstOdd = 0x300;

type Ranges = readonly (readonly [first: number, last: number])[];

/** Greek and Cyrillic, signs, and Han and Hangul: neither written from right to left, nor marks. */
const plain: Ranges = [
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2010, 0x20cf],
  [0x20f1, 0x2cee],
  [0x3100, 0xa66e],
  [0xac00, 0xfb1c],
];

/** The scripts that are written from right to left, their digits and their marks among them. */
const rightToLeft: Ranges = [
  [0x590, 0x8ff],
  [0x200f, 0x200f],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
];

/** Whether a character may turn the direction of its line. */
export function isRightToLeft(character: number): boolean {
  return !isIn(plain, character) && isIn(rightToLeft, character);
}

/** Whether a character is a mark on the one before. */
export function isMark(character: number): boolean {
  return character >= firstOdd && !isIn(plain, character) && /\p{Mn}/u.test(String.fromCodePoint(character));
}

function isIn(ranges: Ranges, character: number): boolean {
  for (const [first, last] of ranges) if (character >= first && character <= last) return true;
  return false;
}
