import { type FlatSpan, stextScale } from "./spans.ts";

/** Positions closer than this are equal, in points. */
const samePt = 1;

/** A character and its position in the line, in points. */
export interface PlacedGlyph {
  readonly sign: string;
  readonly x0: number;
  readonly x1: number;
}

/** A span that was found among the characters of its page. */
interface FoundSpan {
  readonly one: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
  /** The span, and the character before it. */
  readonly before: FlatSpan | undefined;
  readonly signBefore: PlacedGlyph | undefined;
  readonly signAfter: PlacedGlyph | undefined;
}

/** How the text of spans is replaced. */
interface SpanReplacement {
  /** Which spans to match with characters; all by default. */
  readonly isCandidate?: (one: FlatSpan) => boolean;
  /** Returns the text of a span from its characters, or `undefined` to keep it. */
  readonly replacementOf: (found: FoundSpan) => string | undefined;
}

/**
 * Returns the spans of a page, with replaced text where it changed. Characters must be in the order of the spans, except
 * that tags may move spans.
 */
export function replacedSpans(
  spans: readonly FlatSpan[],
  glyphs: readonly PlacedGlyph[],
  { replacementOf, isCandidate = () => true }: SpanReplacement,
): readonly FlatSpan[] {
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return spans.map((one, index) => {
    const at = isCandidate(one) ? placeOf(one, { all, glyphs, from }) : -1;
    if (at < 0) return one;
    from = at + one.span.text.length;
    const [signBefore, signAfter] = [glyphs[at - 1], glyphs[from]];
    const found = { one, glyphs: glyphs.slice(at, from), before: spans[index - 1], signBefore, signAfter };
    const text = replacementOf(found) ?? one.span.text;
    return text === one.span.text ? one : { ...one, span: { ...one.span, text } };
  });
}

interface PlacedText {
  /** The characters as one text. */
  readonly all: string;
  readonly glyphs: readonly PlacedGlyph[];
  /** Where the span is expected. */
  readonly from: number;
}

/** Maximum number of places where a span is compared with characters: so many after the span before, and from the start. */
const mostPlaces = 50;

/**
 * Returns the index of the characters of a span, or -1: of those with its text, the next ones that start and end where
 * it does across the page, or else the first ones that do so, or else the next ones.
 */
function placeOf({ span: { text, bbox } }: FlatSpan, { all, glyphs, from }: PlacedText): number {
  const startPt = bbox.x / stextScale;
  const endPt = (bbox.x + bbox.w) / stextScale;
  const next = all.indexOf(text, from);
  for (let at of [next, all.indexOf(text)]) {
    for (let place = 0; at >= 0 && place < mostPlaces; place += 1) {
      if (isBetween(glyphs, { at, end: at + text.length, startPt, endPt })) return at;
      at = all.indexOf(text, at + 1);
    }
  }
  return next;
}

interface Stretch {
  /** Indexes of the first character and the one after the last. */
  readonly at: number;
  readonly end: number;
  readonly startPt: number;
  readonly endPt: number;
}

/** True if some characters reach from one position to another. */
function isBetween(glyphs: readonly PlacedGlyph[], { at, end, startPt, endPt }: Stretch): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let index = at; index < end; index += 1) {
    const { x0 = 0, x1 = 0 } = glyphs[index] ?? {};
    least = Math.min(least, x0, x1);
    most = Math.max(most, x0, x1);
  }
  return Math.abs(least - startPt) <= samePt && Math.abs(most - endPt) <= samePt;
}
