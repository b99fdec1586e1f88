import type { GrammarName } from "../engine.ts";
import type { Cutting } from "./condense.ts";

/** What may begin or end a text of several lines, or a part of a file that is code: whoever holds it stays. */
const telling = /[`\\]|"""|'''|\?>/;

const lineMarks: Readonly<Record<GrammarName, string>> = { ruby: "#" };

/**
 * Comments that have their lines for themselves, outside of what is left out already: more than half of many a long file,
 * and no part of any entry to a parser. What belongs to an entry is looked for in the text as it is.
 */
export function commentLines(text: string, others: readonly Cutting[], grammar: GrammarName): readonly Cutting[] {
  const mark = lineMarks[grammar] ?? "//";
  const found: Cutting[] = [];
  let at = 0;
  for (const other of [...others, { span: { start: text.length, end: text.length } }]) {
    while (at < other.span.start) {
      const comment = commentAt(text, at, mark);
      const isApart = comment !== undefined && comment.end <= other.span.start;
      if (isApart && !telling.test(text.slice(comment.start, comment.end))) addComment(found, comment, text);
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
