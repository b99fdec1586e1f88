import { lastAtMost } from "../line-table.ts";
import type { Span } from "../engine.ts";
import type { Definition, Findings } from "./definition.ts";

/** A part of a text that is left out, and what stands in its stead. */
export interface Cutting {
  readonly span: Span;
  /** No longer than the part; its last character has the place of the part's last one. Nothing where not given. */
  readonly filler?: string;
}

/** A text without some of its parts. */
export interface Condensed {
  readonly text: string;
  /** What was found in the text, by the places of the whole one. */
  restore(findings: Findings): Findings;
  /** The same place in the whole text. */
  placeOf(index: number): number;
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
  return { text: pieces.join(""), restore: (findings) => restored(findings, spanOf), placeOf };
}

function restored({ definitions, wraps }: Findings, spanOf: (span: Span) => Span): Findings {
  const some = (span: Span | undefined): Span | undefined => (span === undefined ? undefined : spanOf(span));
  const whole = (definition: Definition): Definition => {
    const { span, name, bodyStart, owner } = definition;
    const body = bodyStart === undefined ? undefined : spanOf({ start: bodyStart, end: bodyStart }).start;
    return { ...definition, span: spanOf(span), name: some(name), owner: some(owner), bodyStart: body };
  };
  return { definitions: definitions.map(whole), wraps: wraps.map(spanOf) };
}
