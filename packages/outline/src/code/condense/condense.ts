import { lastAtMost } from "../../model/line-table.ts";
import type { Span } from "../../model/match.ts";

/** A part of a text that is left out, and what stands in its stead. */
export interface Cutting {
  readonly span: Span;
  /** No longer than the part; its last character has the place of the part's last one. Nothing where not given. */
  readonly filler?: string;
}

/** A text without some of its parts. */
export interface Condensed {
  readonly text: string;
  /** The same place in the whole text. */
  placeOf(this: void, index: number): number;
  /** The same part of the whole text, up to its last character. */
  spanOf(this: void, span: Span): Span;
}

/** Leaves out parts of a text, which are in its order and apart from each other. */
export function condense(text: string, cuttings: readonly Cutting[]): Condensed {
  const pieces: string[] = [];
  const froms: number[] = [0];
  const shifts: number[] = [0];
  let at = 0;
  let length = 0;
  for (const { span, filler = "" } of cuttings) {
    pieces.push(text.slice(at, span.start), filler);
    length += span.start - at + filler.length;
    at = span.end;
    // The last character of what stands in its stead is where the part ends.
    froms.push(filler === "" ? length : length - 1);
    shifts.push(at - length);
  }
  pieces.push(text.slice(at));
  const placeOf = (index: number): number => index + (shifts[lastAtMost(froms, index)] ?? 0);
  const spanOf = ({ start, end }: Span): Span => {
    const first = placeOf(start);
    return { start: first, end: end > start ? placeOf(end - 1) + 1 : first };
  };
  return { text: pieces.join(""), placeOf, spanOf };
}

/** What is left out of what a text is without some of its parts. */
export function condenseAgain(before: Condensed, cuttings: readonly Cutting[]): Condensed {
  if (cuttings.length === 0) return before;
  const { text, placeOf, spanOf } = condense(before.text, cuttings);
  return {
    text,
    placeOf: (index) => before.placeOf(placeOf(index)),
    spanOf: (span) => before.spanOf(spanOf(span)),
  };
}
