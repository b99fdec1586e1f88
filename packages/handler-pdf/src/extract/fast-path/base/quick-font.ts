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
