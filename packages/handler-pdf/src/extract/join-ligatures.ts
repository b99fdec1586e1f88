import { hasRightToLeft } from "../model/direction.ts";
import type { FlatSpan } from "../model/flat-spans.ts";

/** Edges nearer than this are one, in the engine's tenths of a point. */
const edge = 2;

/**
 * Puts the letters of Arabic ligatures together: the engine gives the second one as a span without any width at the side of
 * the first, where it would look like a letter at the wrong distance from the next.
 */
export function joinLigatures(spans: readonly FlatSpan[]): readonly FlatSpan[] {
  if (!spans.some(isSecondLetter)) return spans;
  const joined: FlatSpan[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    if (last === undefined || !isSecondLetter(one) || !isLigature(last, one)) joined.push(one);
    else joined[joined.length - 1] = { ...last, span: { ...last.span, text: last.span.text + one.span.text } };
  }
  return joined;
}

function isSecondLetter({ span }: FlatSpan): boolean {
  return span.bbox.w <= 0 && hasRightToLeft(span.text);
}

function isLigature({ span: first }: FlatSpan, { span: second }: FlatSpan): boolean {
  if (first.y !== second.y || first.text.length !== 1 || !hasRightToLeft(first.text)) return false;
  const fromStart = Math.abs(second.bbox.x - first.bbox.x);
  return Math.min(fromStart, Math.abs(second.bbox.x - first.bbox.x - first.bbox.w)) <= edge;
}
