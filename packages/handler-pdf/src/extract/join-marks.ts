import type { FlatSpan } from "../model/spans.ts";
import { type PlacedGlyph, retoldSpans } from "./placed-glyphs.ts";

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

const stroke = "\u0338";

/** A stroke that the engine puts to what stands before, and the sign of mathematics behind it, in one span. */
const strokeBefore = /\u0338 ?([=<>\u2190-\u22FF])/gu;

/** A sign that the next span begins with. */
const signAtStart = /^ ?([=<>\u2190-\u22FF])/u;

/** Makes one sign of a stroke and the sign of mathematics that it goes through, which TeX paints after it: `≠`. */
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
  const whole = struck(signAtStart.exec(inNext)?.[1] ?? "");
  replaceText(spans, index, whole === undefined ? text : text.slice(0, -stroke.length));
  if (whole !== undefined) replaceText(spans, index + 1, inNext.replace(signAtStart, whole));
}

/** Parted from what stands before it, as the sign was from the stroke. */
function struck(sign: string): string | undefined {
  const whole = (sign + stroke).normalize("NFC");
  return sign !== "" && whole.length === 1 ? ` ${whole}` : undefined;
}

function replaceText(spans: FlatSpan[], index: number, text: string): void {
  const one = spans[index];
  if (one !== undefined && one.span.text !== text) spans[index] = { ...one, span: { ...one.span, text } };
}

/** How an article reads as well as the ligature of lam and alef whose letters were turned around: only widths tell. */
const articleOrLigature = /[\u0622\u0623\u0625\u0627]\u0644/;

const alef = /[\u0622\u0623\u0625\u0627]/;
const lam = "\u0644";

/** Edges nearer than this are one, in points. */
const edgePt = 0.2;

/**
 * Turns back the letters of ligatures that the engine turned with the other letters of their line: it gives the second
 * one no width, and puts it before the first. `readGlyphs`, which is slow, is called at most once, and only where letters
 * stand in that order.
 */
export function turnLigatures(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  if (!spans.some(mayBeTurned)) return spans;
  return retoldSpans(spans, readGlyphs(), { isSought: mayBeTurned, retell: ({ glyphs }) => turnedBack(glyphs) });
}

function mayBeTurned({ span }: FlatSpan): boolean {
  return articleOrLigature.test(span.text);
}

function turnedBack(glyphs: readonly PlacedGlyph[]): string {
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

/** Several signs and no words, at the end or the start of some. */
const onlySigns = /^[^\p{L}\p{N}]{2,}$/u;

/**
 * Gives signs between words that run from the right as they are seen from the left, which is how most programs paint
 * them: those of Cairo are painted from the right, as they are read. `readGlyphs`, which is slow, is called at most once.
 */
export function signsAsSeen(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(isAllSymbols)) return spans;
  return retoldSpans(spans, readGlyphs(), {
    retell: ({ one, glyphs }) =>
      isAllSymbols(one) && isFromRight(glyphs) ? Array.from(one.span.text).toReversed().join("") : undefined,
  });
}

function isAllSymbols({ span: { text } }: FlatSpan): boolean {
  return onlySigns.test(text) && text.trim() !== "";
}

function isFromRight(glyphs: readonly PlacedGlyph[]): boolean {
  return glyphs.every((glyph, index) => index === 0 || glyph.x1 < (glyphs[index - 1]?.x1 ?? 0));
}
