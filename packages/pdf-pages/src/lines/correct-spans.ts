import { type FlatSpan, stextScale } from "./spans.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import { readsLikeWords } from "./letter-spacing.ts";

/** The combining stroke of `≠`. */
export const stroke = "\u0338";

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

/** Letters of which some may be those of a ligature: only widths show it. */
const arabicLetters = /(?:(?=\p{Script=Arabic})\p{L}){2}/u;
const arabicLetter = /^(?=\p{Script=Arabic})\p{L}$/u;

/** Edges closer than this are equal, in points. */
const edgePt = 0.2;

/**
 * Restores the letter order of Arabic ligatures, which the engine reversed with their line: it gives the further letters
 * zero width at the end of the first one and puts them before it. Calls the slow `readGlyphs` at most once, and only for
 * Arabic.
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
  return arabicLetters.test(span.text);
}

function restored(glyphs: readonly PlacedGlyph[]): string {
  let text = "";
  for (let index = 0; index < glyphs.length; index += 1) {
    const further = furtherLetters(glyphs, index);
    index += further.length;
    text += (glyphs[index]?.sign ?? "") + further.toReversed().join("");
  }
  return text;
}

/** Returns the letters of a ligature that were put before its first one, from some position on. */
function furtherLetters(glyphs: readonly PlacedGlyph[], from: number): readonly string[] {
  if (endsLamAlef(glyphs, from)) return [];
  let end = from;
  while (isFurther(glyphs[end], glyphs[end + 1])) end += 1;
  const first = glyphs[end];
  // Rotated letters have no width at all.
  if (first === undefined || !isWide(first)) return [];
  return glyphs.slice(from, end).map(({ sign }) => sign);
}

const lam = "\u0644";
const alef = /^[\u0622\u0623\u0625\u0627]$/u;

/**
 * True for an alef after its lam, in fonts that draw the two as glyphs of their own, of which the second has no width: it
 * is at the end of the next letter too. Between two lams, it belongs to the one at which it is exactly.
 */
function endsLamAlef(glyphs: readonly PlacedGlyph[], at: number): boolean {
  const [before, one, next] = [glyphs[at - 1], glyphs[at], glyphs[at + 1]];
  if (before?.sign !== lam || one === undefined || !alef.test(one.sign) || !isWide(before) || isWide(one)) return false;
  const apart = Math.abs(one.x0 - before.x0);
  return apart < (next?.sign === lam ? Math.abs(one.x0 - next.x1) : edgePt);
}

function isFurther(one: PlacedGlyph | undefined, next: PlacedGlyph | undefined): boolean {
  if (one === undefined || next === undefined || isWide(one) || Math.abs(one.x0 - next.x1) >= edgePt) return false;
  return arabicLetter.test(one.sign) && arabicLetter.test(next.sign);
}

function isWide({ x0, x1 }: PlacedGlyph): boolean {
  return x1 > x0 + edgePt;
}

/** Several punctuation characters without words, at the end or start of words. */
const onlyPunctuation = /^[^\p{L}\p{N}]{2,}$/u;

/**
 * Returns punctuation between right-to-left words as displayed from the left, which is how most programs paint it. In
 * untagged documents, Cairo paints it from the right, in reading order. Calls the slow `readGlyphs` at most once.
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

function isOnlyPunctuation({ span: { text }, tag }: FlatSpan): boolean {
  return tag === undefined && onlyPunctuation.test(text) && text.trim() !== "";
}

function isFromRight(glyphs: readonly PlacedGlyph[]): boolean {
  return glyphs.every((glyph, index) => index === 0 || glyph.x1 < (glyphs[index - 1]?.x1 ?? 0));
}

/** Words without spaces between them: a long stretch that is mostly letters. */
const longStretch = /[\p{L}\p{M},.;:!?'’„“”»«-]{20}/u;
const letterStretch = /\p{L}{8}/u;

/** Minimum length of such a text. */
const leastCharacters = 20;

/** Maximum share of spaces in such a line, as one in this many characters. A line of long words has more. */
const charactersPerSpace = 15;

/** Gaps between the words of such a line, in ems. The engine detects spaces from 0.15. */
const leastGapEm = 0.1;
const widestGapEm = 0.3;

/** Maximum gap between letters, in ems. Gaps in between are ambiguous. */
const letterGapEm = 0.06;

/**
 * Splits the words of lines whose spaces are slightly too narrow for the engine: TeX sets an overfull line like that,
 * which then reads as one long word. Calls the slow `readGlyphs` at most once, and only if a line has such a word and
 * hardly any spaces.
 */
export function splitTightLines(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  const tight = spans.filter(mayBeTight);
  if (tight.length === 0) return spans;
  const lines = new Set(tight.map(lineOf));
  return replacedSpans(spans, readGlyphs(), {
    replacementOf: ({ one, glyphs }) =>
      isProportional(one) && lines.has(lineOf(one)) ? splitText(glyphs, one.span.font.size / stextScale) : undefined,
  });
}

/** Returns a key for the line of a span. Other spans of the line have the same spaces. */
function lineOf({ span, block }: FlatSpan): string {
  return `${block} ${span.y}`;
}

function isProportional({ span: { font, wmode } }: FlatSpan): boolean {
  return font.family !== "monospace" && wmode !== 1;
}

function mayBeTight(one: FlatSpan): boolean {
  const { text } = one.span;
  if (text.length < leastCharacters || !hasFewSpaces(text) || !isProportional(one)) return false;
  return longStretch.test(text) && letterStretch.test(text);
}

/** In nearly all lines, the first spaces already show that the line is not tight. */
function hasFewSpaces(text: string): boolean {
  let left = text.length;
  for (let at = text.indexOf(" "); at >= 0 && left > 0; at = text.indexOf(" ", at + 1)) left -= charactersPerSpace;
  return left > 0;
}

/** Inserts a space into each word gap if all gaps are clearly word gaps or letter gaps. */
function splitText(glyphs: readonly PlacedGlyph[], sizePt: number): string | undefined {
  let text = "";
  for (const [index, glyph] of glyphs.entries()) {
    const gapEm = whiteBefore(glyph, glyphs[index - 1]) / sizePt;
    if (gapEm >= widestGapEm || (gapEm > letterGapEm && gapEm < leastGapEm)) return undefined;
    text += gapEm >= leastGapEm ? ` ${glyph.sign}` : glyph.sign;
  }
  return text.length > glyphs.length && readsLikeWords(text.trim()) ? text : undefined;
}

/** Returns the gap between two characters in points; none beside a space, which has its own width. */
function whiteBefore(glyph: PlacedGlyph, before: PlacedGlyph | undefined): number {
  if (before === undefined || before.sign.trim() === "" || glyph.sign.trim() === "") return 0;
  return glyph.x0 - before.x1;
}

/**
 * Scripts that separate words or sentences by spaces, after which the engine detects no gaps: it does so only below
 * U+0700, as if all other scripts were written like Chinese. Unmapped characters may be of any of them.
 */
const partedScripts =
  "Latin Greek Cyrillic Georgian Hangul Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Ethiopic Cherokee Canadian_Aboriginal Mongolian Thai Lao Khmer Myanmar Tibetan";
/** Characters after which the engine detects gaps itself, or whose advance width it does not know. */
const notParted = "[\\u0000-\\u06FF\\u0D41-\\u0D44\\u0D4D\\uFF00-\\uFFEF]";
const partedLetter = `(?!${notParted})[${partedScripts
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("")}\\u0964\\u0965\\uFFFD\\uFFFF]`;

/** Letters of these scripts, as the inside of a class. It matches single UTF-16 code units, which is faster. */
export const partedUnits =
  "\\u0900-\\u13FF\\u1400-\\u167F\\u1780-\\u18AF\\u1C80-\\u1CBF\\u1E00-\\u1FFF\\u2C60-\\u2DFF\\uA640-\\uA7FF\\uAC00-\\uD7FF";
const mayBeParted = new RegExp(`[${partedUnits}]`);

const isPartedLetter = new RegExp(`^${partedLetter}$`, "u");
const everyPartedEnd = new RegExp(`${partedLetter}(\\s?)(?=.)`, "gu");

/** If spaces are real characters, more than one letter in this many precedes a space. */
const lettersPerSpace = 100;

/** Thresholds of the engine in ems: from the first on a gap is a space, from the second on it separates columns. */
const spaceGapEm = 0.15;
const columnGapEm = 0.8;

/**
 * Inserts spaces into gaps between words if a page has no space characters and the engine detects none, as for Korean,
 * Hindi and Vietnamese letters set by XeTeX. Calls the slow `readGlyphs` at most once, and only if no such letter
 * precedes a space.
 */
export function addSpaces(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(({ span }) => mayBeParted.test(span.text)) || !lacksSpaces(spans)) return spans;
  return replacedSpans(spans, readGlyphs(), {
    replacementOf({ one, glyphs, before, signBefore }) {
      const last = isSameLine(before, one) ? signBefore : undefined;
      return withGaps(glyphs, last, one.span.font.size / stextScale);
    },
  });
}

/** Space characters may have their own font, and so their own spans. */
function lacksSpaces(spans: readonly FlatSpan[]): boolean {
  let letters = 0;
  let spaces = 0;
  for (const [, after] of spans
    .map(({ span }) => span.text)
    .join("")
    .matchAll(everyPartedEnd)) {
    if (after === "") letters += 1;
    else spaces += 1;
  }
  return spaces * lettersPerSpace < letters;
}

function isSameLine(before: FlatSpan | undefined, one: FlatSpan): boolean {
  return before !== undefined && before.block === one.block && before.span.y === one.span.y;
}

function withGaps(glyphs: readonly PlacedGlyph[], last: PlacedGlyph | undefined, sizePt: number): string {
  let text = "";
  let before = last;
  for (const glyph of glyphs) {
    const whitePt = before === undefined ? 0 : glyph.x0 - before.x1;
    text += isGap(whitePt / sizePt) && isBetweenWords(before, glyph) ? ` ${glyph.sign}` : glyph.sign;
    before = glyph;
  }
  return text;
}

function isGap(whiteEm: number): boolean {
  return whiteEm >= spaceGapEm && whiteEm < columnGapEm;
}

function isBetweenWords(before: PlacedGlyph | undefined, { sign }: PlacedGlyph): boolean {
  return before !== undefined && sign.trim() !== "" && isPartedLetter.test(before.sign);
}
