import type { BitmapFont } from "./bitmap-font.ts";
import { isWord, knownFonts, type KnownFont } from "./known-fonts.ts";
import type { TexEncoding } from "./tex-encodings.ts";

/** So many glyphs must have the widths of a known font, where the size of the type is said, and where it is not. */
const leastOfSize = 3;
const leastOfAny = 6;

/** So many letters and digits tell the one encoding from the other. */
const leastWords = 8;

/** Fewer glyphs that are all of one width, as those of typewriters, prove nothing. */
const mostAlike = 20;

/** Bitmaps are so many dots off, as dots are whole, and type of other sizes is a little wider or narrower. */
const dots = 0.8;
const otherSize = 0.018;

/** What the type of another size may be wider or narrower as a whole. */
const leastStretch = 0.88;
const mostStretch = 1.13;

let known: readonly KnownFont[] | undefined;

/** What is known of a font by the widths of its glyphs. */
export interface FittedFont {
  readonly meanings: ReadonlyMap<number, string>;
  /** The size of its type in its units. */
  readonly size: number;
}

/**
 * What the codes of a font mean that has the widths of Computer Modern, and how large it is. What two such fonts have
 * otherwise stays open. `undefined` where it has the widths of none.
 */
export function fittedFont(font: BitmapFont): FittedFont | undefined {
  known ??= knownFonts();
  const fits = mostProven(known.flatMap((one) => fitOf(font, one) ?? []));
  const [best] = fits.toSorted((one, other) => one.farthest - other.farthest);
  return best && { meanings: commonMeanings(font, fits), size: best.size };
}

/** Two encodings have most letters in common: the one is meant by which more of them are proven. */
function mostProven(fits: readonly Fit[]): readonly Fit[] {
  const most = Math.max(...fits.map(({ words }) => words));
  return most < leastWords ? fits : fits.filter(({ words }) => words === most);
}

function commonMeanings(font: BitmapFont, fitting: readonly Fit[]): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>();
  for (const code of font.widths.keys()) {
    const texts = new Set(fitting.map((one) => one.texts[code] ?? ""));
    const [text = ""] = texts;
    if (texts.size === 1 && text !== "") meanings.set(code, text);
  }
  return meanings;
}

interface Fit {
  readonly texts: TexEncoding;
  readonly size: number;
  /** How many glyphs of letters and digits are as wide as they should be. */
  readonly words: number;
  /** How far the width of a glyph is at most from what it should be. */
  readonly farthest: number;
}

/** How a font is like a known one; nothing where it is not. */
function fitOf({ widths, em }: BitmapFont, { texts, widths: knownWidths }: KnownFont): Fit | undefined {
  if (Math.max(...widths.keys()) >= texts.length) return undefined;
  const pairs = Array.from(widths, ([code, width]) => ({ code, width, should: knownWidths[code] ?? 0 }));
  const seen = pairs.filter(({ should }) => should > 0);
  if (!proves(seen, em !== undefined)) return undefined;
  const scale = sum(seen.map(({ width }) => width)) / sum(seen.map(({ should }) => should));
  const size = scale * 1000;
  if (em !== undefined && !isStretch(size / em)) return undefined;
  const isAlike = seen.every(({ width, should }) => Math.abs(width - scale * should) <= dots + otherSize * width);
  if (!isAlike) return undefined;
  const words = seen.filter(({ code }) => isWord.test(texts[code] ?? "")).length;
  const farthest = Math.max(...seen.map(({ width, should }) => Math.abs(width - scale * should)));
  return { texts, size, words, farthest };
}

/** Whether so many glyphs could have the widths of a known font by chance. */
function proves(seen: readonly { readonly should: number }[], hasSize: boolean): boolean {
  if (hasSize) return seen.length >= leastOfSize;
  return seen.length >= mostAlike || (seen.length >= leastOfAny && kindsOf(seen.map(({ should }) => should)) > 2);
}

function isStretch(stretch: number): boolean {
  return stretch > leastStretch && stretch < mostStretch;
}

function kindsOf(numbers: readonly number[]): number {
  return new Set(numbers).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
