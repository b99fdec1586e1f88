import { type FlatSpan, stextScale } from "../model/spans.ts";
import { readsLikeWords } from "./letter-spacing.ts";
import { type PlacedGlyph, retoldSpans } from "./placed-glyphs.ts";

/** Words that are not parted make a stretch without white this long, and one that is mostly letters. */
const longStretch = /[\p{L}\p{M},.;:!?'’„“”»«-]{20}/u;
const letterStretch = /\p{L}{8}/u;

/** Shorter texts hold no such stretch. */
const leastSigns = 20;

/** Of the signs of a line at most one of so many is a space where its words are not parted; in a line of long words more are. */
const signsToASpace = 15;

/** The gaps between the words of such a line, in heights of the type: the engine takes from 0.15 on for a space. */
const leastGapEm = 0.1;
const widestGapEm = 0.3;

/** Gaps between letters are no wider. What is between both is known of neither. */
const letterGapEm = 0.06;

/**
 * Parts the words of lines whose spaces were set as narrow as can be, a little too narrow for the engine to see them: TeX
 * sets a line that is too full like that, and it comes as one long word. `readGlyphs`, which is slow, is called at most
 * once, and only where a line has such a word and hardly any spaces.
 */
export function partTightLines(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  const tight = spans.filter(mayBeTight);
  if (tight.length === 0) return spans;
  const lines = new Set(tight.map(lineOf));
  return retoldSpans(spans, readGlyphs(), {
    retell: ({ one, glyphs }) =>
      isProportional(one) && lines.has(lineOf(one)) ? partedText(glyphs, one.span.font.size / stextScale) : undefined,
  });
}

/** A name for the line of a span: other spans of it have the same spaces. */
function lineOf({ span, block }: FlatSpan): string {
  return `${block} ${span.y}`;
}

function isProportional({ span: { font, wmode } }: FlatSpan): boolean {
  return font.family !== "monospace" && wmode !== 1;
}

function mayBeTight(one: FlatSpan): boolean {
  const { text } = one.span;
  if (text.length < leastSigns || !hasFewSpaces(text) || !isProportional(one)) return false;
  return longStretch.test(text) && letterStretch.test(text);
}

/** Of nearly all lines the first spaces tell that they are not tight. */
function hasFewSpaces(text: string): boolean {
  let left = text.length;
  for (let at = text.indexOf(" "); at >= 0 && left > 0; at = text.indexOf(" ", at + 1)) left -= signsToASpace;
  return left > 0;
}

/** The text with a space in each gap, where all gaps are either those between words or those between letters. */
function partedText(glyphs: readonly PlacedGlyph[], sizePt: number): string | undefined {
  let text = "";
  for (const [index, glyph] of glyphs.entries()) {
    const gapEm = whiteBefore(glyph, glyphs[index - 1]) / sizePt;
    if (gapEm >= widestGapEm || (gapEm > letterGapEm && gapEm < leastGapEm)) return undefined;
    text += gapEm >= leastGapEm ? ` ${glyph.sign}` : glyph.sign;
  }
  return text.length > glyphs.length && readsLikeWords(text.trim()) ? text : undefined;
}

/** The white between two signs of one word, in points; none beside a space, which has its own. */
function whiteBefore(glyph: PlacedGlyph, before: PlacedGlyph | undefined): number {
  if (before === undefined || before.sign.trim() === "" || glyph.sign.trim() === "") return 0;
  return glyph.x0 - before.x1;
}

/**
 * The scripts that part words or sentences by spaces, and behind which the engine sees none in a gap: it does so behind
 * what is below U+0700 only, as if all others were written like Chinese. What is mapped to nothing stands for any of them.
 */
const partedScripts =
  "Latin Greek Cyrillic Georgian Hangul Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Ethiopic Cherokee Canadian_Aboriginal Mongolian Thai Lao Khmer Myanmar Tibetan";
/** Behind these the engine sees gaps itself, and these have no white but for their own width, of which it knows nothing. */
const notParted = "[\\u0000-\\u06FF\\u0D41-\\u0D44\\u0D4D\\uFF00-\\uFFEF]";
const partedLetter = `(?!${notParted})[${partedScripts
  .split(" ")
  .map((script) => `\\p{Script=${script}}`)
  .join("")}\\u0964\\u0965\\uFFFD\\uFFFF]`;

/** The same by single units, which is found out sooner. */
const mayBeParted =
  /[\u0900-\u13FF\u1400-\u167F\u1780-\u18AF\u1C80-\u1CBF\u1E00-\u1FFF\u2C60-\u2DFF\uA640-\uA7FF\uAC00-\uD7FF]/;

const isPartedLetter = new RegExp(`^${partedLetter}$`, "u");
const everyPartedEnd = new RegExp(`${partedLetter}(\\s?)(?=.)`, "gu");

/** Where words are parted by signs for spaces, more than one letter of so many stands before such a sign. */
const lettersToASpace = 100;

/** In heights of the type, as the engine judges: from the one on a gap is a space, and from the other on it parts columns. */
const spaceGapEm = 0.15;
const columnGapEm = 0.8;

/**
 * Puts spaces into the gaps between words, where a page has no signs for them and the engine sees none: XeTeX sets Korean,
 * Hindi and the letters of Vietnamese like that. `readGlyphs`, which is slow, is called at most once, and only where no
 * letter of those stands before a space.
 */
export function addSpaces(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(({ span }) => mayBeParted.test(span.text)) || !lacksSpaces(spans)) return spans;
  return retoldSpans(spans, readGlyphs(), {
    retell({ one, glyphs, before, signBefore }) {
      const last = isSameLine(before, one) ? signBefore : undefined;
      return withGaps(glyphs, last, one.span.font.size / stextScale);
    },
  });
}

/** The signs for spaces may be of a font of their own, and so spans of their own. */
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
  return spaces * lettersToASpace < letters;
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
