/** The lines of a text with their indentation. */
export interface SourceLines {
  readonly text: string;
  readonly count: number;
  /** Start offset by line number, from 0. */
  readonly starts: Uint32Array;
  /** Whitespace before the first other character, or `blankIndent` for a blank line. */
  readonly indents: Uint16Array;
}

/** The indentation of a blank line. */
export const blankIndent = 0xff_ff;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const carriageReturn = 0x0d;

/** Finds the lines of a text. A lone CR does not end a line here. */
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

/** Returns the end of a line without trailing whitespace. */
export function endOfLine({ text, count, starts }: SourceLines, line: number): number {
  let end = line + 1 < count ? (starts[line + 1] ?? text.length) : text.length;
  while (end > (starts[line] ?? 0) && text.charCodeAt(end - 1) <= space) end -= 1;
  return end;
}

/** Returns a line without surrounding whitespace. */
export function wordsOfLine(lines: SourceLines, line: number): string {
  return lines.text.slice((lines.starts[line] ?? 0) + (lines.indents[line] ?? 0), endOfLine(lines, line));
}

/** Returns the first of the next `within` lines that is indented at most by `indent`, or `undefined`. */
export function lineOutside(
  { count, indents }: SourceLines,
  line: number,
  { indent, within }: { readonly indent: number; readonly within: number },
): number | undefined {
  const limit = Math.min(count, line + 1 + within);
  for (let next = line + 1; next < limit; next += 1) if ((indents[next] ?? 0) <= indent) return next;
  return undefined;
}

/** Returns the start of a line without indentation, long enough for a keyword. */
export function lineStart({ text, starts, indents }: SourceLines, line: number): string {
  const start = (starts[line] ?? 0) + (indents[line] ?? 0);
  return text.slice(start, start + 16);
}
