import type { FlatSpan } from "../model/flat-spans.ts";
import type { PlacedGlyph } from "./placed-glyphs.ts";

/** A span that was found among the signs of its page. */
export interface FoundSpan {
  readonly one: FlatSpan;
  readonly glyphs: readonly PlacedGlyph[];
  /** The span and the sign before it. */
  readonly before: FlatSpan | undefined;
  readonly signBefore: PlacedGlyph | undefined;
}

/** How spans get other texts. */
export interface Retelling {
  /** Which spans are looked for among the signs; all unless it says. */
  readonly isSought?: (one: FlatSpan) => boolean;
  /** The text of a span by its signs; `undefined` leaves it as it is. */
  readonly retell: (found: FoundSpan) => string | undefined;
}

/** The spans of a page, those with another text that are told anew. The signs come in the order of the spans. */
export function retoldSpans(
  spans: readonly FlatSpan[],
  glyphs: readonly PlacedGlyph[],
  { retell, isSought = () => true }: Retelling,
): readonly FlatSpan[] {
  const all = glyphs.map(({ sign }) => sign).join("");
  let from = 0;
  return spans.map((one, index) => {
    const at = isSought(one) ? all.indexOf(one.span.text, from) : -1;
    if (at < 0) return one;
    from = at + one.span.text.length;
    const found = { one, glyphs: glyphs.slice(at, from), before: spans[index - 1], signBefore: glyphs[at - 1] };
    const text = retell(found) ?? one.span.text;
    return text === one.span.text ? one : { ...one, span: { ...one.span, text } };
  });
}
