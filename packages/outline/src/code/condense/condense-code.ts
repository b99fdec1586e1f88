import type { GrammarName } from "../../engine/engine.ts";
import { blockBodies } from "./block-bodies.ts";
import { blockRules } from "./body-rules.ts";
import { condense, condenseAgain, type Condensed, type Cutting } from "./condense.ts";
import { endedBodies, indentedBodies } from "./indented-bodies.ts";
import { plainStatements } from "./plain-statements.ts";

/** Code without comments and the insides of functions that no outline tells of; undefined where nothing can be left out. */
export function condenseCode(text: string, grammar: GrammarName): Condensed | undefined {
  const bodies = bodiesOf(text, grammar);
  const cuttings = [...bodies, ...othersOf(text, grammar, bodies)].toSorted(
    (left, right) => left.span.start - right.span.start,
  );
  const condensed = condense(text, cuttings);
  const again = condenseAgain(condensed, plainStatements(condensed.text, grammar));
  return again.text === text ? undefined : again;
}

/** What can be left out beside bodies, and is apart from them. */
function othersOf(text: string, grammar: GrammarName, bodies: readonly Cutting[]): readonly Cutting[] {
  if (grammar === "bash") return betweenBodies(text, bodies);
  // In Python a comment may be what a block ends with.
  return grammar === "python" ? [] : commentLines(text, bodies, grammar);
}

function bodiesOf(text: string, grammar: GrammarName): readonly Cutting[] {
  if (grammar === "python") return indentedBodies(text);
  if (grammar === "ruby") return endedBodies(text);
  const rules = blockRules[grammar];
  return rules === undefined ? [] : blockBodies(text, rules);
}

/** What may be the head of a function, or a text that looks like one. */
const headOrHeredoc = /\([ \t]*\)|\bfunction\b|<</;

/** Characters that are left out at once, so that one word that tells something keeps no more. */
const maxGapCharacters = 2000;

/**
 * What stands between the functions of a shell script: commands, of which no outline tells. The scanner of the grammar
 * for Bash gives back no memory, so that a long script would take more of it than a parser may have.
 */
function betweenBodies(text: string, bodies: readonly Cutting[]): readonly Cutting[] {
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
    if (stop > at && !headOrHeredoc.test(text.slice(at, stop))) gaps.push({ span: { start: at, end: stop } });
    at = Math.max(stop, at + 1);
  }
}

/** What may begin or end a text of several lines, or a part of a file that is code: whoever holds it stays. */
const mayReachFurther = /[`\\]|"""|'''|\?>/;

const lineMarks: Readonly<Record<GrammarName, string>> = { ruby: "#" };

/**
 * Comments that have their lines for themselves, outside of what is left out already: more than half of many a long file,
 * and no part of any entry to a parser. What belongs to an entry is looked for in the text as it is.
 */
function commentLines(text: string, others: readonly Cutting[], grammar: GrammarName): readonly Cutting[] {
  const mark = lineMarks[grammar] ?? "//";
  const found: Cutting[] = [];
  let at = 0;
  for (const other of [...others, { span: { start: text.length, end: text.length } }]) {
    while (at < other.span.start) {
      const comment = commentAt(text, at, mark);
      const isApart = comment !== undefined && comment.end <= other.span.start;
      if (isApart && !mayReachFurther.test(text.slice(comment.start, comment.end))) addComment(found, comment, text);
      at = lineEnd(text, isApart ? comment.end : at) + 1;
    }
    at = Math.max(at, other.span.end);
  }
  return found;
}

/** Comments that only white space is between are one: each place that is left out costs time later. */
function addComment(found: Cutting[], comment: Cutting["span"], text: string): void {
  const before = found.at(-1)?.span;
  if (before !== undefined && text.slice(before.end, comment.start).trim() === "") {
    found[found.length - 1] = { span: { start: before.start, end: comment.end } };
  } else found.push({ span: comment });
}

/** The comment that a line begins with, if nothing stands behind it; undefined for none. */
function commentAt(text: string, line: number, mark: string): Cutting["span"] | undefined {
  const start = firstOf(text, line);
  if (text.startsWith(mark, start))
    return text.startsWith("#!", start) ? undefined : { start, end: lineEnd(text, start) };
  if (mark === "#" || !text.startsWith("/*", start)) return undefined;
  const close = text.indexOf("*/", start + 2) + 2;
  const end = lineEnd(text, close);
  return close < 2 || text.slice(close, end).trim() !== "" ? undefined : { start, end: close };
}

function firstOf(text: string, line: number): number {
  let at = line;
  while (text.charAt(at) === " " || text.charAt(at) === "\t") at += 1;
  return at;
}

/** Where the line ends, the mark of its end left out. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  const end = found < 0 ? text.length : found;
  return end > at && text.charAt(end - 1) === "\r" ? end - 1 : end;
}
