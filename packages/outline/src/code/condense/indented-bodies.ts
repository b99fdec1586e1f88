import type { Cutting } from "./condense.ts";
import { endOfLine, lineOutside, lineStart, type SourceLines, sourceLinesOf, wordsOfLine } from "./source-lines.ts";

/** Maximum number of lines of a body that is left out. */
const maxBodyLines = 1000;

/** Maximum number of lines scanned for ends of bodies, per line of the text. */
const maxStepsPerLine = 16;

/** Maximum number of lines of a head. */
const maxHeadLines = 40;

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
    const last = lastLineOf(lines, line);
    steps -= last === undefined ? maxBodyLines : last - line;
    if (last === undefined) continue;
    const span = { start: endOfLine(lines, line), end: (lines.starts[last] ?? 0) - 1 };
    const isShort = span.end - span.start < rubyFiller.length;
    if (!isShort && !possibleEntry.test(text.slice(span.start, span.end))) found.push({ span, filler: rubyFiller });
  }
  return found;
}

/** Returns the line of the `end` that closes a method, or `undefined` if indentation does not show it. */
function lastLineOf(lines: SourceLines, line: number): number | undefined {
  const indent = lines.indents[line] ?? 0;
  const last = lineOutside(lines, line, { indent, within: maxBodyLines });
  if (last === undefined || lines.indents[last] !== indent) return undefined;
  return wordsOfLine(lines, last) === "end" ? last : undefined;
}
