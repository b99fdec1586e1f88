import type { Cutting } from "./condense.ts";
import { endOfLine, lineOutside, lineStart, type SourceLines, sourceLinesOf, wordsOfLine } from "./source-lines.ts";

/** Lines of a body; one that is longer is parsed. */
const maxBodyLines = 1000;

/** Lines that are gone through for the ends of bodies, for each line of the text. */
const maxStepsPerLine = 16;

/** Lines of a head. */
const maxHeadLines = 40;

/** Two statements: the first has the place of a body's first character, and the second that of its last one. */
const pythonFiller = "0;0";

/**
 * The insides of Python functions that hold no function or class. A body ends where the indent does, and is one only
 * where its brackets and texts of several lines are whole.
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

/** The last line of a head; undefined where something stands behind its colon. */
function endOfHead(lines: SourceLines, first: number): number | undefined {
  let depth = 0;
  for (let line = first; line < Math.min(lines.count, first + maxHeadLines); line += 1) {
    const words = wordsOfLine(lines, line);
    depth += count(words, /[([{]/g) - count(words, /[)\]}]/g);
    if (depth === 0) return words.endsWith(":") && !words.includes("#") ? line : undefined;
  }
  return undefined;
}

/** From the first to the last character of statements; comments at either end stay. */
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

/** Whether nothing in a body is an entry, and nothing in it goes on behind it. */
function isPlain(body: string): boolean {
  if (/^[ \t]*(?:async[ \t]+)?(?:def|class)\b|\\$|;[ \t]*(?:def|class)\b/m.test(body)) return false;
  const isEven = (pattern: RegExp): boolean => count(body, pattern) % 2 === 0;
  return count(body, /[([{]/g) === count(body, /[)\]}]/g) && isEven(/"""/g) && isEven(/'''/g);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** A head in one line, with its parameters in brackets or none. */
const rubyHead = /^def[ \t]+[\w.]+[?!=]?[ \t]*(?:\([^()]*\))?$/;

/** What may be an entry, or go on beyond a line that seems to end it. */
const telling = /^[ \t]*(?:def|class|module)\b|;[ \t]*(?:def|class|module)\b|<<|^=begin|__END__|%[qQwWiIrx]?[[({<|!]/m;

/** What stands for a body, of which an empty method would have none, and so be taken for one that is only declared. */
const rubyFiller = ";0 ";

/** The insides of Ruby methods that hold nothing an outline has, where indents tell the `end` that closes them. */
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
    if (!isShort && !telling.test(text.slice(span.start, span.end))) found.push({ span, filler: rubyFiller });
  }
  return found;
}

/** The line of the `end` that closes a method; undefined where indents do not tell. */
function lastLineOf(lines: SourceLines, line: number): number | undefined {
  const indent = lines.indents[line] ?? 0;
  const last = lineOutside(lines, line, { indent, within: maxBodyLines });
  if (last === undefined || lines.indents[last] !== indent) return undefined;
  return wordsOfLine(lines, last) === "end" ? last : undefined;
}
