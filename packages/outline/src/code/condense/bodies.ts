import type { Cutting } from "./condense.ts";

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

/** Two statements, which map to the first and last character of a body. */
const pythonFiller = "0;0";

/**
 * Finds bodies of Python functions without functions or classes. A body ends with its indentation and must have
 * balanced brackets and multi-line strings.
 */
export function indentedBodies(text: string): readonly Cutting[] {
  const lines = sourceLinesOf(text);
  const found: Cutting[] = [];
  let steps = lines.count * maxStepsPerLine;
  for (let line = 0; line < lines.count && steps > 0; line += 1) {
    if (!/^(?:async[ \t]+)?def\b/.test(lineStart(lines, line))) continue;
    const indent = lines.indents[line] ?? 0;
    const head = endOfHead(lines, line);
    if (head === undefined) continue;
    const next = lineOutside(lines, head, { indent, within: maxBodyLines }) ?? lines.count;
    steps -= Math.min(next - line, maxBodyLines);
    if (next - head > maxBodyLines) continue;
    const span = bodySpan(lines, head + 1, next);
    if (span === undefined || !isPlain(text.slice(span.start, span.end))) continue;
    found.push({ span, filler: pythonFiller });
    line = next - 1;
  }
  return found;
}

/** Returns the last line of a head, or `undefined` if something follows its colon. */
function endOfHead(lines: SourceLines, first: number): number | undefined {
  let depth = 0;
  for (let line = first; line < Math.min(lines.count, first + maxHeadLines); line += 1) {
    const words = wordsOfLine(lines, line);
    depth += count(words, /[([{]/g) - count(words, /[)\]}]/g);
    if (depth === 0) return words.endsWith(":") && !words.includes("#") ? line : undefined;
  }
  return undefined;
}

/** Returns the span of the statements, without comments at either end. */
function bodySpan(lines: SourceLines, from: number, until: number): Cutting["span"] | undefined {
  const isIdle = (line: number): boolean => /^(?:#|$)/.test(wordsOfLine(lines, line));
  let first = from;
  let last = until - 1;
  while (first <= last && isIdle(first)) first += 1;
  while (last > first && isIdle(last)) last -= 1;
  const start = (lines.starts[first] ?? 0) + (lines.indents[first] ?? 0);
  const end = endOfLine(lines, last);
  return first > last || end - start < 2 * pythonFiller.length ? undefined : { start, end };
}

/** True if a body has no entries and nothing that continues after it. */
function isPlain(body: string): boolean {
  if (/^[ \t]*(?:async[ \t]+)?(?:def|class)\b|\\$|;[ \t]*(?:def|class)\b/m.test(body)) return false;
  const isEven = (pattern: RegExp): boolean => count(body, pattern) % 2 === 0;
  return count(body, /[([{]/g) === count(body, /[)\]}]/g) && isEven(/"""/g) && isEven(/'''/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Matches a method head in one line, with or without parameters in parentheses. */
const rubyHead = /^def[ \t]+[\w.]+[?!=]?[ \t]*(?:\([^()]*\))?$/;

/** Matches possible entries, and text that may continue beyond its apparent end. */
const possibleEntry =
  /^[ \t]*(?:def|class|module)\b|;[ \t]*(?:def|class|module)\b|<<|^=begin|__END__|%[qQwWiIrx]?[[({<|!]/m;

/** The replacement for a body. Without one, the method would seem to be only declared. */
const rubyFiller = ";0 ";

/** Finds bodies of Ruby methods without entries, if indentation shows the closing `end`. */
export function endedBodies(text: string): readonly Cutting[] {
  const lines = sourceLinesOf(text);
  const found: Cutting[] = [];
  let steps = lines.count * maxStepsPerLine;
  for (let line = 0; line < lines.count && steps > 0; line += 1) {
    if (!lineStart(lines, line).startsWith("def") || !rubyHead.test(wordsOfLine(lines, line))) continue;
    const last = endLineOf(lines, line);
    steps -= last === undefined ? maxBodyLines : last - line;
    if (last === undefined) continue;
    const span = { start: endOfLine(lines, line), end: (lines.starts[last] ?? 0) - 1 };
    const isShort = span.end - span.start < rubyFiller.length;
    if (!isShort && !possibleEntry.test(text.slice(span.start, span.end))) found.push({ span, filler: rubyFiller });
  }
  return found;
}

/** Returns the line of the `end` that closes a method, or `undefined` if indentation does not show it. */
function endLineOf(lines: SourceLines, line: number): number | undefined {
  const indent = lines.indents[line] ?? 0;
  const last = lineOutside(lines, line, { indent, within: maxBodyLines });
  if (last === undefined || lines.indents[last] !== indent) return undefined;
  return wordsOfLine(lines, last) === "end" ? last : undefined;
}

/** The lines of a text with their indentation. */
interface SourceLines {
  readonly text: string;
  readonly count: number;
  /** Start offset by line number, from 0. */
  readonly starts: Uint32Array;
  /** Whitespace before the first other character, or `blankIndent` for a blank line. */
  readonly indents: Uint16Array;
}

/** The indentation of a blank line. */
const blankIndent = 0xff_ff;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;

/** Finds the lines of a text. A lone CR does not end a line here. */
function sourceLinesOf(text: string): SourceLines {
  const starts: number[] = [];
  const indents: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const found = text.indexOf("\n", at);
    indents.push(indentAt(text, at));
    at = found < 0 ? text.length : found + 1;
  }
  return { text, count: starts.length, starts: Uint32Array.from(starts), indents: Uint16Array.from(indents) };
}

function indentAt(text: string, start: number): number {
  let at = start;
  let unit = text.charCodeAt(at);
  while (unit === space || unit === tab) {
    at += 1;
    unit = text.charCodeAt(at);
  }
  const isBlank = unit === lineFeed || unit === carriageReturn || Number.isNaN(unit);
  return isBlank ? blankIndent : Math.min(at - start, blankIndent - 1);
}

/** Returns the end of a line without trailing whitespace. */
function endOfLine({ text, count, starts }: SourceLines, line: number): number {
  let end = line + 1 < count ? (starts[line + 1] ?? text.length) : text.length;
  while (end > (starts[line] ?? 0) && text.charCodeAt(end - 1) <= space) end -= 1;
  return end;
}

/** Returns a line without surrounding whitespace. */
function wordsOfLine(lines: SourceLines, line: number): string {
  return lines.text.slice((lines.starts[line] ?? 0) + (lines.indents[line] ?? 0), endOfLine(lines, line));
}

/** Returns the first of the next `within` lines that is indented at most by `indent`, or `undefined`. */
function lineOutside(
  { count, indents }: SourceLines,
  line: number,
  { indent, within }: { readonly indent: number; readonly within: number },
): number | undefined {
  const limit = Math.min(count, line + 1 + within);
  for (let next = line + 1; next < limit; next += 1) if ((indents[next] ?? 0) <= indent) return next;
  return undefined;
}

/** Returns the start of a line without indentation, long enough for a keyword. */
function lineStart({ text, starts, indents }: SourceLines, line: number): string {
  const start = (starts[line] ?? 0) + (indents[line] ?? 0);
  return text.slice(start, start + 16);
}
