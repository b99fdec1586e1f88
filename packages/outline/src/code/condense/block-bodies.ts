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

/** How the bodies of functions are told from other blocks in braces. */
export interface BlockRules {
  /** Matches the head of a function in one line, its last brace included. */
  readonly isHead: (head: string) => boolean;
  /** Whether the body behind a head may hold anything that an outline has: a guess that errs to the safe side. */
  readonly isTelling: (body: string, head: string) => boolean;
  /** Matches a line that may stand further out than what it is in: a label, a line of the preprocessor. */
  readonly isAside?: (line: string) => boolean;
  /** What stands for a body where an empty one would be a fault. */
  readonly filler?: string;
}

/** Lines of a body; one that is longer is parsed. */
const maxBodyLines = 1000;

/** Characters of a body; one that is longer is parsed. */
const maxBodyCharacters = 100_000;

/** Characters of a head; a longer one is none that these rules know. */
const maxHeadCharacters = 2000;

/** Lines between the beginning of a head and its brace. */
const maxHeadLines = 40;

/** Lines that are gone through for the ends of bodies, for each line of the text. */
const maxStepsPerLine = 16;

const braceOpen = 0x7b;
const braceClose = 0x7d;

/** What stands at the start of a line that goes on with the head above it. */
const goesOn = /^(?:[){:]|where\b|->)/;

/**
 * The insides of functions in braces that hold nothing an outline has. A body is one only where indents and brackets
 * agree on its end, so that a brace in a string or comment misleads nobody: of code that is laid out otherwise, nothing
 * is left out.
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

/** What stands between the lines of its braces, where that is a body that tells nothing. */
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

/** The lines of a text; those that say nothing by their indents count like blank ones. */
function linesWithout(text: string, isAside: BlockRules["isAside"]): SourceLines {
  const lines = sourceLinesOf(text);
  if (isAside === undefined) return lines;
  for (let line = 0; line < lines.count; line += 1)
    if (lines.indents[line] !== blankIndent && isAside(wordsOfLine(lines, line))) lines.indents[line] = blankIndent;
  return lines;
}

/** The line with the brace that closes what a line opens; undefined where indents do not tell. */
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
  return !rules.isTelling(body, head) && isWhole(body);
}

/** The lines up to an opening brace that belong to it, as one; empty where they make no sense. */
function headOf(lines: SourceLines, line: number): string {
  const indent = lines.indents[line] ?? 0;
  const limit = Math.max(0, line - maxHeadLines);
  let first = line;
  while (first > limit && ((lines.indents[first] ?? 0) > indent || goesOn.test(lineStart(lines, first)))) first -= 1;
  if (lines.indents[first] !== indent) return "";
  const start = (lines.starts[first] ?? 0) + indent;
  const end = endOfLine(lines, line);
  return end - start > maxHeadCharacters ? "" : lines.text.slice(start, end).replace(/\s+/g, " ");
}

/** Whether a body has all of its brackets, comments and texts of several lines, as far as counting tells. */
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
