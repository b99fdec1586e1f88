import type { Cutting } from "./condense.ts";
import {
  blankIndent,
  endOfLine,
  lineOutside,
  lineStart,
  sourceLinesOf,
  wordsOfLine,
  type SourceLines,
} from "./source-lines.ts";

/** Rules that tell bodies of functions from other blocks in braces. */
export interface BlockRules {
  /** Matches the head of a function, joined to one line, including its opening brace. */
  readonly isHead: (head: string) => boolean;
  /** True if a body may contain outline entries. May return false positives, never false negatives. */
  readonly mayHoldEntry: (body: string, head: string) => boolean;
  /** Matches a line that may be indented less than its block, such as a label or preprocessor directive. */
  readonly isAside?: (line: string) => boolean;
  /** The replacement for a body, if an empty body would be a syntax error. */
  readonly filler?: string;
}

/** Maximum number of lines of a body that is left out. */
const maxBodyLines = 1000;

/** Maximum number of characters of a body that is left out. */
const maxBodyCharacters = 100_000;

/** Maximum number of characters of a head. */
const maxHeadCharacters = 2000;

/** Maximum number of lines from the start of a head to its brace. */
const maxHeadLines = 40;

/** Maximum number of lines scanned for ends of bodies, per line of the text. */
const maxStepsPerLine = 16;

const braceOpen = 0x7b;
const braceClose = 0x7d;

/** Matches the start of a line that continues the head above it. */
const continuesHead = /^(?:[){:]|where\b|->)/;

/**
 * Finds bodies of functions in braces without outline entries. A body counts only if indentation and brackets agree on
 * its end, so that a brace in a string or comment does no harm. Nothing is left out of code formatted otherwise.
 */
export function blockBodies(text: string, rules: BlockRules): readonly Cutting[] {
  const lines = linesWithout(text, rules.isAside);
  const found: Cutting[] = [];
  let steps = lines.count * maxStepsPerLine;
  for (let line = 0; line < lines.count && steps > 0; line += 1) {
    const open = endOfLine(lines, line) - 1;
    if (text.charCodeAt(open) !== braceOpen) continue;
    const last = lastLineOf(lines, line);
    steps -= last === undefined ? maxBodyLines : last - line;
    const body = last === undefined ? undefined : bodyBetween(lines, [line, last], rules);
    if (last === undefined || body === undefined) continue;
    found.push(body);
    line = last - 1;
  }
  return found;
}

/** Returns the content between the lines of the braces if it is a body without entries. */
function bodyBetween(
  lines: SourceLines,
  [line, last]: readonly [number, number],
  rules: BlockRules,
): Cutting | undefined {
  const span = { start: endOfLine(lines, line), end: (lines.starts[last] ?? 0) + (lines.indents[last] ?? 0) };
  const isShort = last > line + 1 && span.end - span.start <= maxBodyCharacters;
  if (!isShort || !isBody(headOf(lines, line), lines, { span, rules })) return undefined;
  return rules.filler === undefined ? { span } : { span, filler: rules.filler };
}

/** Returns the lines of a text. Lines whose indentation has no meaning count as blank. */
function linesWithout(text: string, isAside: BlockRules["isAside"]): SourceLines {
  const lines = sourceLinesOf(text);
  if (isAside === undefined) return lines;
  for (let line = 0; line < lines.count; line += 1)
    if (lines.indents[line] !== blankIndent && isAside(wordsOfLine(lines, line))) lines.indents[line] = blankIndent;
  return lines;
}

/** Returns the line with the closing brace of a block, or `undefined` if indentation does not show it. */
function lastLineOf(lines: SourceLines, line: number): number | undefined {
  const indent = lines.indents[line] ?? 0;
  const last = lineOutside(lines, line, { indent, within: maxBodyLines });
  if (last === undefined || lines.indents[last] !== indent) return undefined;
  return lines.text.charCodeAt((lines.starts[last] ?? 0) + indent) === braceClose ? last : undefined;
}

function isBody(
  head: string,
  { text }: SourceLines,
  { span, rules }: { readonly span: Cutting["span"]; readonly rules: BlockRules },
): boolean {
  if (!rules.isHead(head)) return false;
  const body = text.slice(span.start, span.end);
  return !rules.mayHoldEntry(body, head) && isWhole(body);
}

/** Returns the head before an opening brace, joined to one line, or an empty string if it is not clear. */
function headOf(lines: SourceLines, line: number): string {
  const indent = lines.indents[line] ?? 0;
  const limit = Math.max(0, line - maxHeadLines);
  let first = line;
  while (first > limit && ((lines.indents[first] ?? 0) > indent || continuesHead.test(lineStart(lines, first))))
    first -= 1;
  if (lines.indents[first] !== indent) return "";
  const start = (lines.starts[first] ?? 0) + indent;
  const end = endOfLine(lines, line);
  return end - start > maxHeadCharacters ? "" : lines.text.slice(start, end).replace(/\s+/g, " ");
}

/** True if brackets, comments and multi-line strings of a body are balanced, by counting. */
function isWhole(body: string): boolean {
  const isEven = (count: number): boolean => count % 2 === 0;
  return (
    countOf(body, "{") === countOf(body, "}") &&
    isEven(countOf(body, "`")) &&
    isEven(countOf(body, '"""')) &&
    countOf(body, "/*") === countOf(body, "*/")
  );
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}
