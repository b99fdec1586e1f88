import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { retoldSpans } from "./retold-spans.ts";
import { readsLikeWords } from "./spaced-words.ts";
import { stextScale } from "../model/stext-json.ts";

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
