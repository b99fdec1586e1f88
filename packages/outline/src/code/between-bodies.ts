import type { Cutting } from "./condense.ts";

/** What may be the head of a function, or a text that looks like one. */
const telling = /\([ \t]*\)|\bfunction\b|<</;

/** Characters that are left out at once, so that one word that tells something keeps no more. */
const maxGapCharacters = 2000;

/**
 * What stands between the functions of a shell script: commands, of which no outline tells. The scanner of the grammar
 * for Bash gives back no memory, so that a long script would take more of it than a parser may have.
 */
export function betweenBodies(text: string, bodies: readonly Cutting[]): readonly Cutting[] {
  const gaps: Cutting[] = [];
  let at = 0;
  for (const { span } of bodies) {
    addGap(gaps, text, { start: at, end: text.lastIndexOf("\n", span.start - 1) });
    const end = text.indexOf("\n", span.end);
    at = end < 0 ? text.length : end;
  }
  addGap(gaps, text, { start: at, end: text.length });
  return gaps;
}

function addGap(gaps: Cutting[], text: string, { start, end }: Cutting["span"]): void {
  for (let at = start; at < end;) {
    const line = text.indexOf("\n", Math.min(at + maxGapCharacters, end));
    const stop = line < 0 || line > end ? end : line;
    if (stop > at && !telling.test(text.slice(at, stop))) gaps.push({ span: { start: at, end: stop } });
    at = Math.max(stop, at + 1);
  }
}
