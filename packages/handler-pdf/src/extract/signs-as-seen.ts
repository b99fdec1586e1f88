import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { retoldSpans } from "./retold-spans.ts";

/** Several signs and no words, at the end or the start of some. */
const onlySigns = /^[^\p{L}\p{N}]{2,}$/u;

/**
 * Gives signs between words that run from the right as they are seen from the left, which is how most programs paint
 * them: those of Cairo are painted from the right, as they are read. `readGlyphs`, which is slow, is called at most once.
 */
export function signsAsSeen(spans: readonly FlatSpan[], readGlyphs: () => readonly PlacedGlyph[]): readonly FlatSpan[] {
  if (!spans.some(mayBeTurned)) return spans;
  return retoldSpans(spans, readGlyphs(), {
    retell: ({ one, glyphs }) =>
      mayBeTurned(one) && isFromRight(glyphs) ? Array.from(one.span.text).toReversed().join("") : undefined,
  });
}

function mayBeTurned({ span: { text } }: FlatSpan): boolean {
  return onlySigns.test(text) && text.trim() !== "";
}

function isFromRight(glyphs: readonly PlacedGlyph[]): boolean {
  return glyphs.every((glyph, index) => index === 0 || glyph.x1 < (glyphs[index - 1]?.x1 ?? 0));
}
