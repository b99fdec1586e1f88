/** Where the lines of a text are, and how far in they begin. */
export interface SourceLines {
  readonly text: string;
  readonly count: number;
  /** Where the line with this number, from 0, begins. */
  readonly starts: Uint32Array;
  /** White space before the first other character; `blankIndent` in a line that has none. */
  readonly indents: Uint16Array;
}

/** The indent of a line that holds nothing. */
export const blankIndent = 0xff_ff;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;

/** Goes through a text once. A lone CR ends no line here. */
export function sourceLinesOf(text: string): SourceLines {
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

/** Where the line ends, white space before its end left out; the next line begins behind that. */
export function endOfLine({ text, count, starts }: SourceLines, line: number): number {
  let end = line + 1 < count ? (starts[line + 1] ?? text.length) : text.length;
  while (end > (starts[line] ?? 0) && text.charCodeAt(end - 1) <= space) end -= 1;
  return end;
}

/** A line without the white space around it. */
export function wordsOfLine(lines: SourceLines, line: number): string {
  return lines.text.slice((lines.starts[line] ?? 0) + (lines.indents[line] ?? 0), endOfLine(lines, line));
}

/** The first line behind this one, within so many, that begins no further in than `indent`; undefined for none. */
export function lineOutside(
  { count, indents }: SourceLines,
  line: number,
  { indent, within }: { readonly indent: number; readonly within: number },
): number | undefined {
  const limit = Math.min(count, line + 1 + within);
  for (let next = line + 1; next < limit; next += 1) if ((indents[next] ?? 0) <= indent) return next;
  return undefined;
}

/** What a line begins with, white space left out: enough of it to know a keyword by. */
export function lineStart({ text, starts, indents }: SourceLines, line: number): string {
  const start = (starts[line] ?? 0) + (indents[line] ?? 0);
  return text.slice(start, start + 16);
}
