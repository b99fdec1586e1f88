import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import type { FlatSpan } from "./spans.ts";

/** The end of a word behind a space, as in `librar y` and `suppor ts`: letters without a vowel. Behind a digit they are a unit. */
const restOfWord = /(?<=\p{L}{2}) (?:[b-df-hj-np-tv-z]|[b-df-hj-np-tv-xz]{2,3})(?![\p{L}\p{N}'’=(/^_-])/u;

/** Minimum number of such ends on a page. A single one is a variable. */
const leastRests = 2;

/** A space is squeezed if the next character begins within this share of its width. */
const squeezedShare = 0.4;

/**
 * Removes spaces within words that show no gap: Ghostscript writes the kerning of groff with them, as a space with a
 * negative width, so that `library` is `librar y`. Calls the slow `readGlyphs` at most once, and only if a page has
 * remains of words.
 */
export function withoutSqueezedSpaces(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  let rests = 0;
  for (const { span } of spans) if (restOfWord.test(span.text)) rests += 1;
  if (rests < leastRests) return spans;
  return replacedSpans(spans, readGlyphs(), {
    isCandidate: ({ span }) => span.wmode === 0 && span.text.includes(" "),
    replacementOf: ({ glyphs }) =>
      glyphs
        .filter((glyph, at) => !isSqueezed(glyph, glyphs[at + 1]))
        .map(signOf)
        .join(""),
  });
}

function isSqueezed({ sign, x0, x1 }: PlacedGlyph, next: PlacedGlyph | undefined): boolean {
  if (sign !== " " || next === undefined || next.sign === " ") return false;
  return x1 > x0 && Math.abs(next.x0 - x0) < squeezedShare * (x1 - x0);
}

function signOf({ sign }: PlacedGlyph): string {
  return sign;
}
