import type { Cutting } from "./condense.ts";
import { endOfLine, lineOutside, lineStart, sourceLinesOf, wordsOfLine, type SourceLines } from "./source-lines.ts";

/** Lines of a body; one that is longer is parsed. */
const maxBodyLines = 1000;

/** Lines that are gone through for the ends of bodies, for each line of the text. */
const maxStepsPerLine = 16;

/** A head in one line, with its parameters in brackets or none. */
const head = /^def[ \t]+[\w.]+[?!=]?[ \t]*(?:\([^()]*\))?$/;

/** What may be an entry, or go on beyond a line that seems to end it. */
const telling = /^[ \t]*(?:def|class|module)\b|;[ \t]*(?:def|class|module)\b|<<|^=begin|__END__|%[qQwWiIrx]?[[({<|!]/m;

/** What stands for a body, of which an empty method would have none, and so be taken for one that is only declared. */
const filler = ";0 ";

/** The insides of Ruby methods that hold nothing an outline has, where indents tell the `end` that closes them. */
export function endedBodies(text: string): readonly Cutting[] {
  const lines = sourceLinesOf(text);
  const found: Cutting[] = [];
  let steps = lines.count * maxStepsPerLine;
  for (let line = 0; line < lines.count && steps > 0; line += 1) {
    if (!lineStart(lines, line).startsWith("def") || !head.test(wordsOfLine(lines, line))) continue;
    const last = lastLineOf(lines, line);
    steps -= last === undefined ? maxBodyLines : last - line;
    if (last === undefined) continue;
    const span = { start: endOfLine(lines, line), end: (lines.starts[last] ?? 0) - 1 };
    const isShort = span.end - span.start < filler.length;
    if (!isShort && !telling.test(text.slice(span.start, span.end))) found.push({ span, filler });
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
