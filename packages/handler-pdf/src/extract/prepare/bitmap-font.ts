import type { PDFObject } from "mupdf";
import { namedCodes, numberAt, printedAt, textAt } from "../../engine/pdf-objects.ts";

/** A bitmap font generated from Metafont by TeX programs, with the codes of TeX. */
export interface BitmapFont {
  /** The glyph width of each used code, in font units. */
  readonly widths: ReadonlyMap<number, number>;
  /** The font size in these units, if stated. */
  readonly em: number | undefined;
  /** True if all glyph names are letters: these are their text, as in fonts of other programs. */
  readonly isNamed: boolean;
}

/** The entries of a printed list of widths. */
const entries = /[^\s[\]]+/gu;

/**
 * pdfTeX names glyphs `a65`; dvips counts from `A0` in base 36, independent of the glyph. Distiller names them by the
 * character of their code, `?` for 0, or by `#` and the code in hexadecimal; `#` is `#23` in a printed name.
 */
function namesOf(code: number): readonly string[] {
  if (code === 0) return ["a0", "A0", "?"];
  const hex = code.toString(16).toUpperCase().padStart(2, "0");
  return [`a${code}`, (code + 360).toString(36).toUpperCase(), String.fromCharCode(code), `#${hex}`, `#23${hex}`];
}

/** A smaller scale belongs to a font with a stated size, as in pdfTeX. Above it, units are those of the page. */
const mostScaled = 0.2;

/** Returns a TeX bitmap font, or `undefined` if the font is another one or its glyph names do not show the codes. */
export function bitmapFontOf(font: PDFObject): BitmapFont | undefined {
  if (textAt(font, "Subtype") !== "Type3") return undefined;
  const differences = printedAt(font, "Encoding", "Differences");
  const codes = codesOf(differences);
  const first = numberAt(font, "FirstChar") ?? 0;
  const listed = Array.from(printedAt(font, "Widths").matchAll(entries), ([entry]) => Number(entry));
  const used = codes.map((code) => [code, listed[code - first] ?? 0] as const).filter(([, width]) => width > 0);
  if (used.length === 0) return undefined;
  const scale = numberAt(font, "FontMatrix", 0) ?? 1;
  const em = scale > 0 && scale < mostScaled ? 1 / scale : undefined;
  const isNamed = Array.from(namedCodes(differences)).every(([, name]) => name === ".notdef" || letter.test(name));
  return { widths: new Map(used), em, isNamed };
}

const letter = /^[A-Za-z]$/u;

/** Returns the codes of all named glyphs, or none if one has another kind of name. */
function codesOf(differences: string): readonly number[] {
  const named = Array.from(namedCodes(differences)).filter(([, name]) => name !== ".notdef");
  return named.every(([code, name]) => namesOf(code).includes(name)) ? named.map(([code]) => code) : [];
}

/** Average width of letters in most fonts, in ems. */
const middleWidth = 0.5;

/** Estimates the font size of an unknown font from the widths of its glyphs. */
export function guessedSize({ widths }: BitmapFont): number {
  const sorted = Array.from(widths.values()).toSorted((one, other) => one - other);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) / middleWidth;
}

/** Symbols that are often the only ones of their font on a page, with their widths at ten, seven and five points. */
const signs: ReadonlyMap<number, readonly [text: string, ...widths: number[]]> = new Map([
  [0, ["−", 0.778, 0.893, 1.083]],
  [1, ["·", 0.278, 0.339, 0.458]],
  [2, ["×", 0.778, 0.893, 1.083]],
  [15, ["•", 0.5, 0.585, 0.736]],
  [136, ["•", 0.5]],
]);

/** Maximum deviation of a symbol's width. Other font sizes are slightly wider or narrower. */
const otherSize = 0.025;

/** Returns the symbol of a code in a font of known size with too few glyphs to be identified. */
export function loneSymbol({ widths, em }: BitmapFont, code: number): string | undefined {
  const [text, ...should] = signs.get(code) ?? [""];
  const width = widths.get(code);
  if (em === undefined || width === undefined || widths.size > 2) return undefined;
  return should.some((one) => Math.abs(width / em - one) < otherSize * one) ? text : undefined;
}

const narrow = ["i", "j", "l", "t", "I"];
const wide = ["m", "w", "M", "W"];

/** In widths of an average letter. */
const slack = 1.05;

/**
 * True if the letter codes are plausible: `i` is not wider than most letters, and `m` not narrower. Some programs
 * number the glyphs of a page at random.
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
