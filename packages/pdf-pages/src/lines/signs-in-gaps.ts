import { hasRightToLeft } from "../model/direction.ts";
import { type PlacedGlyph, replacedSpans } from "./placed-glyphs.ts";
import { type FlatSpan, stextScale } from "./spans.ts";

/** Punctuation, perhaps with spaces. */
const onlySigns = /^(?=.*\p{P})[\s\p{P}]{1,8}$/u;

/** Signs that only end words, which other steps place. */
const onlyStops = /^[\s.,;:!?\u060C\u061B\u061F\u2026]+$/u;

/** Minimum width of the gap for a sign, of the width of the sign. */
const leastGap = 0.7;

/** Minimum distance of words that have a space between them, in font sizes. */
const spaceEm = 0.13;

/** Maximum number of words, and of signs, of a line that are searched: hostile lines have thousands. */
const mostSpans = 100;

/** Maximum number of letters of a span between which signs are placed. */
const mostLetters = 1000;

/** Signs in the gaps between the letters of words, by the index of the letter after the gap. */
type SignsOfWords = Map<number, PlacedGlyph[]>;

/**
 * Puts brackets, quotes and dashes into the words of their line, on pages with text from right to left: word processors
 * take them from another font, and paint them before or after the words, which have gaps in their places. Calls the slow
 * `readGlyphs` at most once, and only if signs are inside words.
 */
export function placeSignsInGaps(
  spans: readonly FlatSpan[],
  readGlyphs: () => readonly PlacedGlyph[],
): readonly FlatSpan[] {
  const lines = linesWithSigns(spans);
  if (lines.length === 0) return spans;
  const glyphsOf = new Map<FlatSpan, readonly PlacedGlyph[]>();
  replacedSpans(spans, readGlyphs(), { replacementOf: ({ one, glyphs }) => void glyphsOf.set(one, glyphs) });
  const replaced = new Map<FlatSpan, string>();
  const moved = new Set<FlatSpan>();
  for (const line of lines) placeSigns(line, glyphsOf, { replaced, moved });
  if (moved.size === 0) return spans;
  return spans
    .filter((one) => !moved.has(one))
    .map((one) => ({ ...one, span: { ...one.span, text: replaced.get(one) ?? one.span.text } }));
}

interface SignLine {
  readonly words: readonly FlatSpan[];
  readonly signs: readonly FlatSpan[];
}

/** Returns the lines with text from right to left that have signs inside words. */
function linesWithSigns(spans: readonly FlatSpan[]): readonly SignLine[] {
  const lines = new Map<string, { words: FlatSpan[]; signs: FlatSpan[] }>();
  for (const one of spans) {
    if (one.span.wmode !== 0 || one.span.text.trim() === "") continue;
    const key = `${one.block} ${one.span.y}`;
    const line = lines.get(key) ?? { words: [], signs: [] };
    lines.set(key, line);
    (onlySigns.test(one.span.text) ? line.signs : line.words).push(one);
  }
  return [...lines.values()].filter(
    ({ words, signs }) =>
      Math.max(words.length, signs.length) <= mostSpans &&
      words.some(({ span }) => hasRightToLeft(span.text)) &&
      signs.some((sign) => !onlyStops.test(sign.span.text) && words.some((one) => isInside(sign, one))),
  );
}

function isInside({ span: { bbox: sign } }: FlatSpan, { span: { bbox } }: FlatSpan): boolean {
  return sign.x > bbox.x && sign.x + sign.w < bbox.x + bbox.w;
}

interface Placed {
  readonly replaced: Map<FlatSpan, string>;
  readonly moved: Set<FlatSpan>;
}

function placeSigns(
  { words, signs }: SignLine,
  glyphsOf: ReadonlyMap<FlatSpan, readonly PlacedGlyph[]>,
  { replaced, moved }: Placed,
): void {
  for (const one of words) {
    const all = glyphsOf.get(one) ?? [];
    const letters = all.filter(({ sign }) => sign.trim() !== "");
    const isFromRight = hasRightToLeft(one.span.text);
    const start = startOf(all, isFromRight);
    if (
      letters.length < 2 ||
      letters.length > mostLetters ||
      (isFromRight && /[\p{N}\p{Script=Latin}]/u.test(one.span.text))
    )
      continue;
    const placed: SignsOfWords = new Map();
    const inside = signs.filter((sign) => !moved.has(sign) && isInside(sign, one));
    const fitting = inside.filter((sign) => fits(glyphsOf.get(sign) ?? [], { start, letters, isFromRight, placed }));
    if (fitting.every(({ span }) => onlyStops.test(span.text))) continue;
    for (const sign of fitting) moved.add(sign);
    const leastPt = (spaceEm * one.span.font.size) / stextScale;
    replaced.set(one, withSigns({ all, start, isFromRight, placed }, leastPt));
  }
}

/** Returns the edge at which words start, which may be that of a space. */
function startOf(glyphs: readonly PlacedGlyph[], isFromRight: boolean): PlacedGlyph {
  let edge = isFromRight ? -Infinity : Infinity;
  for (const { x0, x1 } of glyphs) edge = isFromRight ? Math.max(edge, x1) : Math.min(edge, x0);
  return { sign: "", x0: edge, x1: edge };
}

interface Words {
  readonly start: PlacedGlyph;
  readonly letters: readonly PlacedGlyph[];
  readonly isFromRight: boolean;
  readonly placed: SignsOfWords;
}

/** Notes the places of the signs of a span, and returns true if each is in a gap. */
function fits(glyphs: readonly PlacedGlyph[], { start, letters, isFromRight, placed }: Words): boolean {
  const signs = glyphs.filter(({ sign }) => sign.trim() !== "");
  const places = signs.map((glyph) => gapOf(glyph, [start, ...letters], isFromRight) - 1);
  if (signs.length === 0 || places.some((at) => at < 0)) return false;
  for (const [index, at] of places.entries()) {
    const sign = signs[index];
    if (sign !== undefined) placed.set(at, [...(placed.get(at) ?? []), sign]);
  }
  return true;
}

/** Returns the index of the letter after the gap that a sign is in, at least 1, or -1. */
function gapOf(sign: PlacedGlyph, letters: readonly PlacedGlyph[], isFromRight: boolean): number {
  const middle = (sign.x0 + sign.x1) / 2;
  return letters.findIndex((after, index) => {
    const before = letters[index - 1];
    if (before === undefined) return false;
    const [from, to] = isFromRight ? [after.x1, before.x0] : [before.x1, after.x0];
    return middle > from && middle < to && to - from >= leastGap * (sign.x1 - sign.x0);
  });
}

interface SignedWords {
  readonly start: PlacedGlyph;
  readonly all: readonly PlacedGlyph[];
  readonly isFromRight: boolean;
  readonly placed: SignsOfWords;
}

/** Returns the text with its signs. Of the gaps that have signs, the distances say where there are spaces. */
function withSigns({ all, start, isFromRight, placed }: SignedWords, leastPt: number): string {
  let text = "";
  let letter = 0;
  let last = start;
  for (const glyph of all) {
    if (glyph.sign.trim() === "") {
      text += placed.has(letter) ? "" : glyph.sign;
      continue;
    }
    const signs = (placed.get(letter) ?? []).toSorted((a, b) => (isFromRight ? b.x0 - a.x0 : a.x0 - b.x0));
    for (const next of signs.length === 0 ? [glyph] : [...signs, glyph]) {
      const gapPt = isFromRight ? last.x0 - next.x1 : next.x0 - last.x1;
      text += signs.length > 0 && gapPt >= leastPt ? ` ${next.sign}` : next.sign;
      last = next;
    }
    letter += 1;
  }
  return text;
}
