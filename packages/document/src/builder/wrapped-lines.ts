/** Widths of text that is wrapped by hand, in characters. Lines of other widths are verses, labels or paragraphs. */
const minWidth = 40;
const maxWidth = 120;

/** Share of the width that a line and the next word have to fill. Fonts with letters of any width fill less. */
const minFilled = 0.85;

/**
 * True if paragraphs are the lines of one text that its author wrapped by hand. Each of them but the last ends because
 * the next word has no room, and most of them end within a sentence.
 */
export function areWrappedLines(paragraphs: readonly string[]): boolean {
  const lines = paragraphs.map((paragraph) => paragraph.trimEnd());
  const width = Math.max(...lines.map(({ length }) => length));
  if (lines.length < 2 || width < minWidth || width > maxWidth) return false;
  const pairs = lines.slice(1).map((next, index): LinePair => [lines[index] ?? "", next.trimStart()]);
  if (!pairs.every(([line, next]) => line.length + 1 + firstWord(next).length >= width * minFilled)) return false;
  const open = pairs.filter(([line]) => !endsSentence.test(line));
  return open.length * 2 >= pairs.length && open.some(([, next]) => startsWithin.test(next));
}

/** A line and the next one. */
type LinePair = readonly [line: string, next: string];

const endsSentence = /[.!?:;]["'”’)\]]?$/;
const startsWithin = /^\p{Ll}/u;

function firstWord(line: string): string {
  return /^\S*/.exec(line)?.[0] ?? "";
}
