import { lastAtMost } from "../../model/line-table.ts";
import type { Span } from "../../model/match.ts";

/** A part of a text that is left out, and its replacement. */
export interface Cutting {
  readonly span: Span;
  /**
   * The replacement, at most as long as the part. Its last character maps to the last character of the part. Default:
   * empty.
   */
  readonly filler?: string;
}

/** A text with some parts left out. */
export interface Condensed {
  readonly text: string;
  /** Returns the corresponding offset in the whole text. */
  placeOf(this: void, index: number): number;
  /** Returns the corresponding span of the whole text. */
  spanOf(this: void, span: Span): Span;
}

/** Removes parts of a text. Cuttings must be sorted and must not overlap. */
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
    // The last character of the replacement maps to the end of the part.
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

/** Removes further parts of a condensed text. */
export function condenseAgain(before: Condensed, cuttings: readonly Cutting[]): Condensed {
  if (cuttings.length === 0) return before;
  const { text, placeOf, spanOf } = condense(before.text, cuttings);
  return {
    text,
    placeOf: (index) => before.placeOf(placeOf(index)),
    spanOf: (span) => before.spanOf(spanOf(span)),
  };
}
