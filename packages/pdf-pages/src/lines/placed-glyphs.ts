import type { FlatSpan } from "./spans.ts";

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
}

/** How the text of spans is replaced. */
interface SpanReplacement {
  /** Which spans to match with characters; all by default. */
  readonly isCandidate?: (one: FlatSpan) => boolean;
  /** Returns the text of a span from its characters, or `undefined` to keep it. */
  readonly replacementOf: (found: FoundSpan) => string | undefined;
}

/** Returns the spans of a page, with replaced text where it changed. Characters must be in the order of the spans. */
export function replacedSpans(
  spans: readonly FlatSpan[],
  glyphs: readonly PlacedGlyph[],
  { replacementOf, isCandidate = () => true }: SpanReplacement,
): readonly FlatSpan[] {
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return spans.map((one, index) => {
    const at = isCandidate(one) ? all.indexOf(one.span.text, from) : -1;
    if (at < 0) return one;
    from = at + one.span.text.length;
    const found = { one, glyphs: glyphs.slice(at, from), before: spans[index - 1], signBefore: glyphs[at - 1] };
    const text = replacementOf(found) ?? one.span.text;
    return text === one.span.text ? one : { ...one, span: { ...one.span, text } };
  });
}
