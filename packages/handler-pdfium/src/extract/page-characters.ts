import type { StextFont } from "@reader/pdf-pages/lines";
import { added, type Direction } from "./painting-order.ts";

/**
 * The characters of a page in the order of the text, as columns: a page has thousands, and most are only looked at
 * once.
 */
export interface PageCharacters {
  readonly count: number;
  readonly texts: readonly string[];
  /** Whether the engine added a character: see `added`. */
  readonly added: Uint8Array;
  /** 1 if a character follows the one before it at a gap at which the engine added a space. */
  readonly isAfterGap: Uint8Array;
  /** The sides of their boxes. */
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  /** The starts of the characters on the baseline. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly styles: readonly ObjectStyle[];
}

/** How far the lines of a font reach above and below the baseline. */
export interface FontReach {
  readonly above: number;
  readonly below: number;
}

/** The style of a text object. */
export interface ObjectStyle {
  /** The handle of the text object, 0 for none. */
  readonly object: number;
  readonly font: StextFont;
  /** The handle of the font, 0 for none. */
  readonly fontHandle: number;
  /** How far lines in this font reach, in ems; absent if the file does not say so. */
  readonly reach?: FontReach | undefined;
  /** The number of its marked content; -1 if it has none. */
  readonly content: number;
  /** The direction of its lines on the page as displayed. */
  readonly along: Direction;
  /** True if the file gives a text instead of that of the glyphs (`ActualText`). */
  readonly hasActualText: boolean;
}

/** A page with more characters is cut. */
export const maxCharacters = 1_000_000;

/** Characters without a text object have no font. */
export const noFont: StextFont = { name: "", family: "sans-serif", weight: "normal", style: "normal", size: 0 };
/** The style of characters without a text object. */
export const noStyle: ObjectStyle = {
  object: 0,
  font: noFont,
  fontHandle: 0,
  content: -1,
  along: { x: 1, y: 0 },
  hasActualText: false,
};

/** Returns characters in another order. */
export function pickCharacters(characters: PageCharacters, order: readonly number[]): PageCharacters {
  const numbers = (values: Float64Array): Float64Array => Float64Array.from(order, (at) => values[at] ?? 0);
  const { texts, styles, added: kinds, isAfterGap: gaps, x0, y0, x1, y1, x, y } = characters;
  return {
    count: order.length,
    texts: order.map((at) => texts[at] ?? ""),
    styles: order.map((at) => styles[at] ?? noStyle),
    added: Uint8Array.from(order, (at) => kinds[at] ?? added.none),
    isAfterGap: Uint8Array.from(order, (at) => gaps[at] ?? 0),
    x0: numbers(x0),
    y0: numbers(y0),
    x1: numbers(x1),
    y1: numbers(y1),
    x: numbers(x),
    y: numbers(y),
  };
}

/** True if the line of a character is horizontal, and not upside down. */
export function isLevel({ styles }: PageCharacters, index: number): boolean {
  return (styles[index] ?? noStyle).along.x >= 0.99;
}

/** Returns the number of a character in a column. */
export function at(column: Float64Array, index: number): number {
  return column[index] ?? 0;
}

/** A letter, mark or digit of a script from right to left. */
export const fromRight: RegExp = /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]$/u;

/** Text with such a letter. */
export const anyFromRight: RegExp = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Returns the end of the characters that share one place, at most `limit`. */
export function endOfGlyph({ count, x, y, styles }: PageCharacters, from: number, limit: number = count): number {
  const isShared = (index: number): boolean =>
    x[index] === x[from] && y[index] === y[from] && styles[index]?.object === styles[from]?.object;
  let end = from + 1;
  while (end < limit && isShared(end)) end += 1;
  return end;
}
