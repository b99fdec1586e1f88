import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { retoldSpans } from "./retold-spans.ts";

/** Accents that are signs of their own, and the marks that they are when they stand on a letter. */
const marks: ReadonlyMap<string, string> = new Map([
  ["\u0060", "\u0300"],
  ["\u00A8", "\u0308"],
  ["\u00AF", "\u0304"],
  ["\u00B4", "\u0301"],
  ["\u00B8", "\u0327"],
  ["\u02C6", "\u0302"],
  ["\u02C7", "\u030C"],
  ["\u02D8", "\u0306"],
  ["\u02D9", "\u0307"],
  ["\u02DA", "\u030A"],
  ["\u02DB", "\u0328"],
  ["\u02DC", "\u0303"],
  ["\u02DD", "\u030B"],
]);

const mayHoldAccent = /[\u0060\u00A8\u00AF\u00B4\u00B8\u02C6\u02C7\u02D8-\u02DD]/u;
const accentOnLetter = /[\u00A8\u00AF\u00B4\u00B8\u02C6\u02C7\u02D8-\u02DD\u0060]\p{L}|\p{L}[\u00B8\u02DB]/u;

/** Letters without their dots, which only stand under accents. */
const dotless: ReadonlyMap<string, string> = new Map([
  ["\u0131", "i"],
  ["\u0237", "j"],
]);

/** What an accent and its letter share, of the width of the narrower one, at least. */
const leastShared = 0.5;

/**
 * Makes one letter of an accent and the letter that it stands on, which TeX paints one over the other: `ü` and not `¨u`.
 * An accent beside a letter, as where it is typed for an apostrophe, stays what it is. `readGlyphs`, which is slow, is
 * called at most once, and only where an accent comes before a letter.
 */
export function joinAccents(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(hasAccent)) return spans;
  return retoldSpans(spans, readGlyphs(), { isSought: hasAccent, retell: ({ glyphs }) => accented(glyphs) });
}

/** Code quotes words by accents. */
function hasAccent({ span: { text, font } }: FlatSpan): boolean {
  return mayHoldAccent.test(text) && accentOnLetter.test(text) && font.family !== "monospace";
}

function accented(glyphs: readonly PlacedGlyph[]): string {
  const signs: string[] = [];
  for (let index = 0; index < glyphs.length; index += 1) {
    const [before, glyph, after] = [glyphs[index - 1], glyphs[index] as PlacedGlyph, glyphs[index + 1]];
    const onNext = composed(glyph, after);
    const onLast = onNext === undefined ? composed(glyph, before) : undefined;
    if (onNext !== undefined) index += 1;
    if (onLast !== undefined) signs.pop();
    signs.push(onNext ?? onLast ?? glyph.sign);
  }
  return signs.join("");
}

/** The one letter that an accent and a letter make; nothing where they stand apart or there is no such letter. */
function composed(accent: PlacedGlyph, letter: PlacedGlyph | undefined): string | undefined {
  const mark = marks.get(accent.sign);
  if (mark === undefined || letter === undefined || !isOver(accent, letter)) return undefined;
  const whole = ((dotless.get(letter.sign) ?? letter.sign) + mark).normalize("NFC");
  return whole.length === 1 && /^\p{L}$/u.test(whole) ? whole : undefined;
}

function isOver(accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  const shared = Math.min(accent.x1, letter.x1) - Math.max(accent.x0, letter.x0);
  const narrower = Math.min(accent.x1 - accent.x0, letter.x1 - letter.x0);
  return narrower > 0 && shared >= leastShared * narrower;
}
