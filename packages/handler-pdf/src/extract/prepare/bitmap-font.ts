import type { PDFObject } from "mupdf";
import { namedCodes, numberAt, printedAt, textAt } from "../../engine/pdf-objects.ts";

/** A font of bitmaps that TeX's programs made of Metafont's, in which each code is that of TeX. */
export interface BitmapFont {
  /** How wide the glyph of each code in use is, in the units of the font. */
  readonly widths: ReadonlyMap<number, number>;
  /** The size of the type in these units, where the font says it. */
  readonly em: number | undefined;
}

/** What stands in a list of widths as the engine prints it. */
const entries = /[^\s[\]]+/gu;

/** pdfTeX names glyphs `a65`; dvips counts from `A0` in digits and capitals, whatever the glyph is. */
const namesOf = (code: number): readonly string[] => [`a${code}`, (code + 360).toString(36).toUpperCase()];

/** A smaller scale is that of a font with a size of its own, as pdfTeX has it; from this on its units are those of the page. */
const mostScaled = 0.2;

/** The font as one of TeX's bitmaps; `undefined` where it is none, or where its names do not say its codes. */
export function bitmapFontOf(font: PDFObject): BitmapFont | undefined {
  if (textAt(font, "Subtype") !== "Type3") return undefined;
  const codes = codesOf(printedAt(font, "Encoding", "Differences"));
  const first = numberAt(font, "FirstChar") ?? 0;
  const listed = Array.from(printedAt(font, "Widths").matchAll(entries), ([entry]) => Number(entry));
  const used = codes.map((code) => [code, listed[code - first] ?? 0] as const).filter(([, width]) => width > 0);
  if (used.length === 0) return undefined;
  const scale = numberAt(font, "FontMatrix", 0) ?? 1;
  return { widths: new Map(used), em: scale > 0 && scale < mostScaled ? 1 / scale : undefined };
}

/** The codes of all glyphs that have a name; none where one of them is named otherwise. */
function codesOf(differences: string): readonly number[] {
  const named = Array.from(namedCodes(differences)).filter(([, name]) => name !== ".notdef");
  return named.every(([code, name]) => namesOf(code).includes(name)) ? named.map(([code]) => code) : [];
}

/** How wide the letters of most type are in the middle, of its size. */
const middleWidth = 0.5;

/** About how high the type of a font is that is none of those known, by the widths of its glyphs. */
export function guessedSize({ widths }: BitmapFont): number {
  const sorted = Array.from(widths.values()).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) / middleWidth;
}

/** Signs that are often the only ones of their font on a page, and their widths in type of ten, seven and five points. */
const signs: ReadonlyMap<number, readonly [text: string, ...widths: number[]]> = new Map([
  [0, ["−", 0.778, 0.893, 1.083]],
  [1, ["·", 0.278, 0.339, 0.458]],
  [2, ["×", 0.778, 0.893, 1.083]],
  [15, ["•", 0.5, 0.585, 0.736]],
  [136, ["•", 0.5]],
]);

/** How far the width of a sign is from what it should be, at most: type of other sizes is a little wider or narrower. */
const otherSize = 0.025;

/** What a code means in a font whose size is known and which has too few glyphs to be known as a whole. */
export function loneSign({ widths, em }: BitmapFont, code: number): string | undefined {
  const [text, ...should] = signs.get(code) ?? [""];
  const width = widths.get(code);
  if (em === undefined || width === undefined || widths.size > 2) return undefined;
  return should.some((one) => Math.abs(width / em - one) < otherSize * one) ? text : undefined;
}

const narrow = ["i", "j", "l", "t", "I"];
const wide = ["m", "w", "M", "W"];

/** In the widths of the letter in the middle. */
const slack = 1.05;

/**
 * Whether the codes of letters can be what they seem: an `i` is not wider than most letters, and an `m` is not narrower.
 * Some programs number the glyphs of a page at random.
 */
export function hasPlausibleLetters({ widths }: BitmapFont): boolean {
  const sorted = Array.from(widths.values()).toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const widthsOf = (letters: readonly string[]): readonly number[] =>
    letters.flatMap((letter) => widths.get(letter.charCodeAt(0)) ?? []);
  return (
    widthsOf(narrow).every((width) => width <= middle * slack) &&
    widthsOf(wide).every((width) => width * slack >= middle)
  );
}
