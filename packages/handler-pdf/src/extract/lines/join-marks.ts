import type { FlatSpan } from "./spans.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";

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

/** In code, accents quote words. */
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

const stroke = "\u0338";

/** A stroke that the engine attaches to the text before it, followed by a mathematical symbol in the same span. */
const strokeBefore = /\u0338 ?([=<>\u2190-\u22FF])/gu;

/** A symbol at the start of the next span. */
const symbolAtStart = /^ ?([=<>\u2190-\u22FF])/u;

/** Joins a stroke and the mathematical symbol that TeX paints after it: `≠`. */
export function joinStrokes(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(hasStroke)) return spans;
  const joined = [...spans];
  for (const [index, one] of spans.entries()) if (hasStroke(one)) joinAt(joined, index);
  return joined;
}

function hasStroke({ span }: FlatSpan): boolean {
  return span.text.includes(stroke);
}

function joinAt(spans: FlatSpan[], index: number): void {
  const [one, next] = [spans[index], spans[index + 1]];
  if (one === undefined) return;
  const text = one.span.text.replaceAll(strokeBefore, (found, sign: string) => struck(sign) ?? found);
  const inNext = next !== undefined && next.block === one.block && text.endsWith(stroke) ? next.span.text : "";
  const whole = struck(symbolAtStart.exec(inNext)?.[1] ?? "");
  replaceText(spans, index, whole === undefined ? text : text.slice(0, -stroke.length));
  if (whole !== undefined) replaceText(spans, index + 1, inNext.replace(symbolAtStart, whole));
}

/** Keeps the space before the stroke. */
function struck(sign: string): string | undefined {
  const whole = (sign + stroke).normalize("NFC");
  return sign !== "" && whole.length === 1 ? ` ${whole}` : undefined;
}

function replaceText(spans: FlatSpan[], index: number, text: string): void {
  const one = spans[index];
  if (one !== undefined && one.span.text !== text) spans[index] = { ...one, span: { ...one.span, text } };
}

/** An Arabic article, or a reversed lam-alef ligature: only widths distinguish them. */
const articleOrLigature = /[\u0622\u0623\u0625\u0627]\u0644/;

const alef = /[\u0622\u0623\u0625\u0627]/;
const lam = "\u0644";

/** Edges closer than this are equal, in points. */
const edgePt = 0.2;

/**
 * Restores the letter order of ligatures that the engine reversed with their line: it gives the second letter zero
 * width and puts it before the first. Calls the slow `readGlyphs` at most once, and only if letters are in that order.
 */
export function restoreLigatures(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!spans.some(mayBeLigature)) return spans;
  return replacedSpans(spans, readGlyphs(), {
    isCandidate: mayBeLigature,
    replacementOf: ({ glyphs }) => restored(glyphs),
  });
}

function mayBeLigature({ span }: FlatSpan): boolean {
  return articleOrLigature.test(span.text);
}

function restored(glyphs: readonly PlacedGlyph[]): string {
  let text = "";
  for (let index = 0; index < glyphs.length; index += 1) {
    const [glyph, next] = [glyphs[index], glyphs[index + 1]];
    const isTurned = glyph !== undefined && next !== undefined && isLigature(glyph, next);
    text += isTurned ? next.sign + glyph.sign : (glyph?.sign ?? "");
    if (isTurned) index += 1;
  }
  return text;
}

function isLigature(second: PlacedGlyph, first: PlacedGlyph): boolean {
  if (first.sign !== lam || !alef.test(second.sign)) return false;
  return (
    Math.abs(second.x1 - second.x0) < edgePt && Math.abs(second.x0 - first.x1) < edgePt && first.x1 > first.x0 + edgePt
  );
}

/** Several punctuation characters without words, at the end or start of words. */
const onlyPunctuation = /^[^\p{L}\p{N}]{2,}$/u;

/**
 * Returns punctuation between right-to-left words as displayed from the left, which is how most programs paint it.
 * Cairo paints it from the right, in reading order. Calls the slow `readGlyphs` at most once.
 */
export function punctuationAsDisplayed(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!spans.some(isOnlyPunctuation)) return spans;
  return replacedSpans(spans, readGlyphs(), {
    replacementOf: ({ one, glyphs }) =>
      isOnlyPunctuation(one) && isFromRight(glyphs) ? Array.from(one.span.text).toReversed().join("") : undefined,
  });
}

function isOnlyPunctuation({ span: { text } }: FlatSpan): boolean {
  return onlyPunctuation.test(text) && text.trim() !== "";
}

function isFromRight(glyphs: readonly PlacedGlyph[]): boolean {
  return glyphs.every((glyph, index) => index === 0 || glyph.x1 < (glyphs[index - 1]?.x1 ?? 0));
}
