import { beginsAddress, isAddress } from "./inline-text.ts";

/** A link at the end of a line, or the last words of one from the line before; brackets in words have backslashes. */
const linkAtEnd = /((?<!\\)\[|^)((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)$/u;
const linkAtStart = /^\[((?:[^[\]\\]|\\.)+)\]\(([^()\s]+)\)/u;

/**
 * Lines in which a link that goes on in the next line is one, and tells its address once. An address that stands for
 * itself is made whole.
 */
export function joinLinks(lines: readonly string[]): readonly string[] {
  if (!lines.some((line, index) => mayGoOn(line, lines[index + 1] ?? ""))) return lines;
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1) ?? "";
    const both = mayGoOn(last, line) ? linesOfOne(last, line) : undefined;
    if (both === undefined) joined.push(line);
    else joined.splice(-1, 1, ...both);
  }
  return joined;
}

/** Most lines have no link at their end, and are looked at no more. */
function mayGoOn(line: string, next: string): boolean {
  return line.endsWith(")") && next.startsWith("[");
}

/** The two lines with one link over both, or one line where an address goes on; undefined where the links are different. */
function linesOfOne(line: string, next: string): readonly string[] | undefined {
  const end = linkAtEnd.exec(line);
  const start = linkAtStart.exec(next);
  if (end === null || start === null) return undefined;
  const [tail, open = "", words = "", address = ""] = end;
  const [head, rest = "", goal] = start;
  if (address !== goal) return undefined;
  const before = line.slice(0, line.length - tail.length);
  const after = next.slice(head.length);
  if (isAddress(words + rest, address)) return [before + words + rest + after];
  const isGoingOn = beginsAddress(words + rest, address);
  const [first, second] = [`${before}${open}${words}`, `${rest}](${address})${after}`];
  return isGoingOn ? [first + second] : [first, second];
}
