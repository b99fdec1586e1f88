/** Glyphs of one font in a row at one height. Their matrices differ only in the horizontal position. */
export interface GlyphRow {
  /** The matrix of the glyphs, except for its fifth number. */
  readonly matrix: Float64Array;
  /** Number of glyphs. Elements of the arrays beyond it belong to earlier rows. */
  readonly count: number;
  /** The character codes, all of which are known. */
  readonly codes: Uint16Array;
  /** The fifth number of each matrix. */
  readonly places: Float32Array;
}

/**
 * Receives what a page paints, in painting order. Positions are in points of the page as displayed, y downwards. A
 * matrix is six numbers that place the unit square or the em square, as in PDF.
 */
export interface Painted {
  /** Called for a shown glyph. The matrix includes the font size. */
  glyph(font: PageFont, glyph: FontGlyph, matrix: readonly number[] | Float64Array): void;
  /**
   * Called for a row of glyphs of a font with tables; absent if glyphs must come one by one. The row is reused
   * afterwards.
   */
  row?(font: PageFont, row: GlyphRow): void;
  /** Called at the end of the text of one operator, or of what the engine treats as one run. */
  endText(): void;
  /** Called for an image painted into the unit square of a matrix. */
  image(matrix: readonly number[] | Float64Array): void;
  /**
   * Called for a filled or stroked path as the engine reports vectors. A vector that is clipped away still ends a text
   * block.
   */
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
   * Called at the start of a structure element. `standard` is its standard role as the engine writes it; `index` is its
   * place among the children (K) of its parent, or -1. The engine sorts siblings by it, and continues an existing
   * element of the same `index` whatever its role. Marked content without an element is not reported.
   */
  beginStructure(standard: string, index: number): void;
  endStructure(): void;
}

/** What one code of a font shows according to the engine. Lengths are in ems. */
export interface FontGlyph {
  /** The text that the engine gives for the code, with ligatures expanded; several characters if the font says so. */
  readonly text: string;
  /** How far the glyph moves the pen, without character and word spacing. */
  readonly advance: number;
  /** The width that the engine uses for its box and for the gap after it. */
  readonly width: number;
}

/** The glyphs of a font as tables for the loops that place text. Codes beyond the ends of the tables are unknown. */
export interface PlainGlyphs {
  /** By code: its UTF-16 unit if it shows a single character that follows the one before it, else 0. */
  readonly units: Uint16Array;
  /** By code: `advance`, which equals `width`; NaN if unknown. */
  readonly advances: Float32Array;
}

/** A font of a document whose codes the engine has described, so that its text can be read without the engine. */
export interface PageFont {
  /** As in the engine's own spans. */
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  /** How far boxes reach above and below the baseline, in ems. The descender is negative below it. */
  readonly ascender: number;
  readonly descender: number;
  /** Number of bytes per code. */
  readonly codeBytes: 1 | 2;
  /** By code; absent if not requested yet, and `null` if its text cannot be read without the engine. */
  readonly glyphs: readonly (FontGlyph | null | undefined)[];
  /** The same as tables; absent if the document has too many fonts, so that glyphs are placed one by one. */
  readonly plain?: PlainGlyphs | undefined;
}

/** The first combining mark. Characters before it need no lookup, also for their direction. */
export const firstOdd = 0x300;

type Ranges = readonly (readonly [first: number, last: number])[];

/** Greek, Cyrillic, symbols, Han and Hangul: neither right-to-left nor combining marks. */
const plain: Ranges = [
  [0x370, 0x482],
  [0x48a, 0x58f],
  [0x2010, 0x20cf],
  [0x20f1, 0x2cee],
  [0x3100, 0xa66e],
  [0xac00, 0xfb1c],
];

/** Right-to-left scripts with their digits and marks. */
const rightToLeft: Ranges = [
  [0x590, 0x8ff],
  [0x200f, 0x200f],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefe],
  [0x10800, 0x10fff],
  [0x1e800, 0x1efff],
];

/** True if a character may change the direction of its line. */
export function isRightToLeft(character: number): boolean {
  return !isIn(plain, character) && isIn(rightToLeft, character);
}

/** True if a character is a combining mark. */
export function isMark(character: number): boolean {
  return character >= firstOdd && !isIn(plain, character) && /\p{Mn}/u.test(String.fromCodePoint(character));
}

function isIn(ranges: Ranges, character: number): boolean {
  for (const [first, last] of ranges) if (character >= first && character <= last) return true;
  return false;
}
