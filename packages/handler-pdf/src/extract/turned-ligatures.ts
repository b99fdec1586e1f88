import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";
import { retoldSpans } from "./retold-spans.ts";

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
