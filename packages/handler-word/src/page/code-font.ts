/** Maximum share of a text that a font which marks code can have. Beyond it, the font is that of the whole text. */
const maxShare = 0.9;

/** Maximum length of a line of code, in characters. */
const maxLineCharacters = 120;

/** Maximum share of monospaced text in longer lines. Beyond it, the font is used for prose, as by a typewriter. */
const maxLongShare = 0.5;

/** Numbers of characters of a text. */
export interface FontUse {
  all: number;
  /** In paragraphs whose whole text is monospaced. */
  monospaced: number;
  /** In those of them that are longer than a line. */
  long: number;
}

/** Numbers of characters of a paragraph. */
export interface ParagraphFonts {
  characters: number;
  /** Those in a monospaced font, and whitespace. */
  monospaced: number;
  longestLine: number;
}

/** Adds a paragraph. */
export function addParagraphFonts(use: FontUse, { characters, monospaced, longestLine }: ParagraphFonts): void {
  use.all += characters;
  if (monospaced < characters) return;
  use.monospaced += monospaced;
  if (longestLine > maxLineCharacters) use.long += monospaced;
}

/**
 * True if monospaced paragraphs are code: other paragraphs are in another font, and most monospaced ones are not longer
 * than a line.
 */
export function isCodeFont({ all, monospaced, long }: FontUse): boolean {
  return monospaced > 0 && monospaced <= maxShare * all && long <= maxLongShare * monospaced;
}
