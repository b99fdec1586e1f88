import type { GrammarName } from "../../engine/engine.ts";
import { blockBodies, endedBodies, indentedBodies } from "./bodies.ts";
import { blockRules } from "./body-rules.ts";
import { condense, condenseAgain, type Condensed, type Cutting } from "./condense.ts";
import { plainStatements } from "./plain-statements.ts";

/** Removes comments and bodies without entries from code. Returns `undefined` if nothing can be removed. */
export function condenseCode(text: string, grammar: GrammarName): Condensed | undefined {
  const bodies = bodiesOf(text, grammar);
  const cuttings = [...bodies, ...othersOf(text, grammar, bodies)].toSorted(
    (left, right) => left.span.start - right.span.start,
  );
  const condensed = condense(text, cuttings);
  const again = condenseAgain(condensed, plainStatements(condensed.text, grammar));
  return again.text === text ? undefined : again;
}

/** Returns further parts that can be left out, outside of bodies. */
function othersOf(text: string, grammar: GrammarName, bodies: readonly Cutting[]): readonly Cutting[] {
  if (grammar === "bash") return betweenBodies(text, bodies);
  // In Python, a comment may be the end of a block.
  return grammar === "python" ? [] : commentLines(text, bodies, grammar);
}

function bodiesOf(text: string, grammar: GrammarName): readonly Cutting[] {
  if (grammar === "python") return indentedBodies(text);
  if (grammar === "ruby") return endedBodies(text);
  const rules = blockRules[grammar];
  return rules === undefined ? [] : blockBodies(text, rules);
}

/** Matches a possible function head or here-document. */
const headOrHeredoc = /\([ \t]*\)|\bfunction\b|<</;

/** Maximum number of characters skipped at once, so that one match keeps only this much. */
const maxGapCharacters = 2000;

/**
 * Returns the commands between the functions of a shell script, which have no entries. The scanner of the Bash grammar
 * leaks memory, so parsing a long script whole could exhaust it.
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

/** Matches text that may start or end a multi-line string or embedded code. Comments with it are kept. */
const mayReachFurther = /[`\\]|"""|'''|\?>/;

const lineMarks: Readonly<Record<GrammarName, string>> = { ruby: "#" };

/**
 * Finds comments that fill whole lines, outside of other cuttings. They are more than half of many long files, and the
 * parser does not need them: comments of an entry are found in the original text.
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

/**
 * Adds a comment, joined with the one before if only whitespace separates them, since each cutting costs time later.
 */
function addComment(found: Cutting[], comment: Cutting["span"], text: string): void {
  const before = found.at(-1)?.span;
  if (before !== undefined && text.slice(before.end, comment.start).trim() === "") {
    found[found.length - 1] = { span: { start: before.start, end: comment.end } };
  } else found.push({ span: comment });
}

/** Returns the comment at the start of a line if nothing follows it on its last line. */
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

/** Returns the end of the line, without its line break. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf("\n", at);
  const end = found < 0 ? text.length : found;
  return end > at && text.charAt(end - 1) === "\r" ? end - 1 : end;
}
