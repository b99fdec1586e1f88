import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import type { FlatSpan } from "./spans.ts";

/** Spacing accents and the corresponding combining marks. */
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

/** Dotless letters, which only occur under accents. */
const dotless: ReadonlyMap<string, string> = new Map([
  ["\u0131", "i"],
  ["\u0237", "j"],
]);

/** Minimum overlap of an accent and its letter, as a share of the narrower one's width. */
const leastShared = 0.5;

/**
 * Joins an accent and the letter below it, which TeX paints over each other: `ü`, not `¨u`. An accent beside a letter,
 * such as one typed as an apostrophe, stays. Calls the slow `readGlyphs` at most once, and only if an accent precedes a
 * letter.
 */
export function joinAccents(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(hasAccent)) return spans;
  return replacedSpans(spans, readGlyphs(), {
    isCandidate: hasAccent,
    replacementOf: ({ glyphs }) => accented(glyphs),
  });
}

/** In code, backticks quote words, and pages have many of them. */
function hasAccent({ span: { text, font } }: FlatSpan): boolean {
  if (!mayHoldAccent.test(text) || !accentOnLetter.test(text)) return false;
  return font.family !== "monospace" || accentOnLetter.test(text.replaceAll("`", " "));
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

/**
 * Returns the letter composed of an accent and a letter, or `undefined` if they are apart or there is no such letter.
 */
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

/** How far a letter starts before the end of the accent painted over it, in font sizes. */
const leastBackEm = 0.15;
const mostBackEm = 0.75;

const endsInAccent = /[\u00A8\u00AF\u00B4\u02C6\u02C7\u02D8-\u02DA\u02DC]$/u;
const beginsWithLetter = /^\p{L}/u;

/**
 * Joins an accent with the letter below it if they have different fonts, as in formulas: the accent ends a span, and the
 * letter starts the next one, further to the left.
 */
export function joinAccentsOfFormulas(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some((one, index) => isOverNext(one, spans[index + 1]))) return spans;
  const joined = [...spans];
  for (const [index, one] of spans.entries()) {
    const next = spans[index + 1];
    if (next === undefined || !isOverNext(one, next)) continue;
    const accent = one.span.text.at(-1) ?? "";
    joined[index] = withoutLast(joined[index] ?? one, next);
    joined[index + 1] = withText(next, accentedLetter(next.span.text, marks.get(accent) ?? ""));
  }
  return joined.filter(({ span }) => span.text !== "");
}

function isOverNext({ span, block }: FlatSpan, next: FlatSpan | undefined): boolean {
  if (next === undefined || next.block !== block || next.span.y !== span.y || !endsInAccent.test(span.text))
    return false;
  const backEm = (span.bbox.x + span.bbox.w - next.span.bbox.x) / span.font.size;
  return backEm >= leastBackEm && backEm <= mostBackEm && beginsWithLetter.test(next.span.text);
}

function withoutLast({ span, ...one }: FlatSpan, next: FlatSpan): FlatSpan {
  const w = Math.max(0, next.span.bbox.x - span.bbox.x);
  return { ...one, span: { ...span, text: span.text.slice(0, -1), bbox: { ...span.bbox, w } } };
}

function withText(one: FlatSpan, text: string): FlatSpan {
  return { ...one, span: { ...one.span, text } };
}

function accentedLetter(text: string, mark: string): string {
  const [letter = ""] = text;
  return ((dotless.get(letter) ?? letter) + mark).normalize("NFC") + text.slice(letter.length);
}
