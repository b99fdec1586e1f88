import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { retoldSpans } from "./retold-spans.ts";
import { stextScale } from "../model/stext-json.ts";

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
const leastGapEm = 0.15;
const widestGapEm = 0.8;

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
  return whiteEm >= leastGapEm && whiteEm < widestGapEm;
}

function isBetweenWords(before: PlacedGlyph | undefined, { sign }: PlacedGlyph): boolean {
  return before !== undefined && sign.trim() !== "" && isPartedLetter.test(before.sign);
}
