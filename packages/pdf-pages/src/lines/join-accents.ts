import { composedLetter } from "../model/clean-text.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import type { FlatSpan, StextLine } from "./spans.ts";

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

/** Spacing accents, as the inside of a class of a regular expression. */
export const spacingAccents = "\\u0060\\u00A8\\u00AF\\u00B4\\u00B8\\u02C6\\u02C7\\u02D8-\\u02DD";
const accents = `[${spacingAccents}]`;
const mayHoldAccent = new RegExp(accents, "u");
const accentOnLetter = new RegExp(`${accents}\\p{L}|\\p{L}${accents}`, "u");

/** Minimum overlap of an accent and its letter, as a share of the narrower one's width. */
const leastShared = 0.5;

/**
 * Joins an accent and the letter that it is painted over, before the letter as by TeX or after it as by groff: `ü`, not
 * `¨u`. An accent beside a letter, such as one typed as an apostrophe, stays. Calls the slow `readGlyphs` at most once,
 * and only if an accent precedes or follows a letter.
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
    signs.push(onNext ?? onLast ?? glyph.sign);
    if (onNext !== undefined) index += 1;
    if (onLast === undefined) continue;
    signs.splice(-2, 1);
    if (before !== undefined && isGapOfAccent(before, glyphs.slice(index + 1, index + 3))) index += 1;
  }
  return signs.join("");
}

/** Maximum gap between letters, as a share of the first one's width. */
const widestGap = 0.2;

/** True for a space that an engine added after an accent which ends before its letter does. */
function isGapOfAccent(letter: PlacedGlyph, [space, next]: readonly PlacedGlyph[]): boolean {
  return space?.sign === " " && next !== undefined && next.x0 - letter.x1 < widestGap * (letter.x1 - letter.x0);
}

/**
 * Returns the letter composed of an accent and a letter, or `undefined` if they are apart or there is no such letter.
 */
function composed(accent: PlacedGlyph, letter: PlacedGlyph | undefined): string | undefined {
  const mark = marks.get(accent.sign);
  if (mark === undefined || letter === undefined || !isOver(accent, letter)) return undefined;
  const whole = composedLetter(letter.sign + mark);
  return whole.length === 1 && /^\p{L}$/u.test(whole) ? whole : undefined;
}

function isOver(accent: PlacedGlyph, letter: PlacedGlyph): boolean {
  const shared = Math.min(accent.x1, letter.x1) - Math.max(accent.x0, letter.x0);
  const narrower = Math.min(accent.x1 - accent.x0, letter.x1 - letter.x0);
  return narrower > 0 && shared >= leastShared * narrower;
}

/** How far the second of a letter and its accent starts before the end of the first, in font sizes. */
const leastBackEm = 0.15;
const mostBackEm = 1.1;
/** The same for an accent after its letter: one further back stands over a letter before the last. */
const mostBackOfAccentEm = 0.75;

const endsInAccent = new RegExp(`${accents}$`, "u");
const endsInLetter = /\p{L}$/u;
const beginsWithLetter = /^\p{L}/u;

/**
 * Joins an accent with the letter that it is painted over if they are in different spans, as in formulas: the first ends
 * a span, and the other starts the next one, further to the left. A span of only an accent may meet letters on both
 * sides: it belongs to the next one.
 */
export function joinAccentsOfFormulas(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some((one, index) => goesBack(one, spans[index + 1]))) return spans;
  const joined = [...spans];
  for (const [index, next] of spans.entries()) {
    const last = joined[index - 1];
    if (last === undefined || !goesBack(last, next)) continue;
    if (isAccentFirst(last, next)) [joined[index - 1], joined[index]] = accentOnNext(last, next);
    else if (next.span.text.length > 1 || !goesBack(next, spans[index + 1])) {
      joined[index - 1] = withText(last, accentLast(last, next) ?? last.span.text);
      joined[index] = withText(next, next.span.text.slice(1));
    }
  }
  return joined.filter(({ span }) => span.text !== "");
}

function accentOnNext(last: FlatSpan, next: FlatSpan): readonly [FlatSpan, FlatSpan] {
  const mark = marks.get(last.span.text.at(-1) ?? "") ?? "";
  const text = next.span.text.replace(beginsWithLetter, (letter) => composedLetter(letter + mark));
  return [withoutLast(last, next), withText(next, text)];
}

function isAccentFirst({ span: { text } }: FlatSpan, next: FlatSpan): boolean {
  return endsInAccent.test(text) && beginsWithLetter.test(next.span.text);
}

/** Returns a text whose last letter has the accent that begins the next span, if that is one character. */
function accentLast({ span: { text } }: FlatSpan, next: FlatSpan): string | undefined {
  const letter = endsInLetter.exec(text)?.[0];
  const mark = marks.get(next.span.text.charAt(0));
  if (letter === undefined || mark === undefined) return undefined;
  const whole = composedLetter(letter + mark);
  return whole.length === 1 ? text.slice(0, -letter.length) + whole : undefined;
}

/** Maximum distance of baselines, in font sizes: a span that begins with an accent over a capital letter starts there. */
const mostRaisedEm = 0.35;

function areLevel(last: StextLine, next: StextLine): boolean {
  return Math.abs(last.y - next.y) <= mostRaisedEm * last.font.size;
}

/** True if two spans meet in an accent and its letter. */
function goesBack(last: FlatSpan, next: FlatSpan | undefined): boolean {
  if (next === undefined || next.block !== last.block || !areLevel(last.span, next.span)) return false;
  const isFirst = isAccentFirst(last, next);
  if (!isFirst && accentLast(last, next) === undefined) return false;
  const { bbox, font } = last.span;
  const backEm = (bbox.x + bbox.w - next.span.bbox.x) / font.size;
  return backEm >= leastBackEm && backEm <= (isFirst ? mostBackEm : mostBackOfAccentEm);
}

function withoutLast({ span, ...one }: FlatSpan, next: FlatSpan): FlatSpan {
  const w = Math.max(0, next.span.bbox.x - span.bbox.x);
  return { ...one, span: { ...span, text: span.text.slice(0, -1), bbox: { ...span.bbox, w } } };
}

function withText(one: FlatSpan, text: string): FlatSpan {
  return { ...one, span: { ...one.span, text } };
}
