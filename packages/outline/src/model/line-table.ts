/** Finds lines of a text as the reader counts them: LF, CRLF and a lone CR end a line. */
export interface LineTable {
  /** Lines of the text; an end of line at the very end begins no further one. */
  readonly count: number;
  /** The number, from 1, of the line that holds a character. */
  lineAt(index: number): number;
  /** Where a line begins. */
  startOf(line: number): number;
  /** A line without its end. */
  textOf(line: number): string;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Counts the lines of a text once; every question after that takes logarithmic time. */
export function createLineTable(text: string): LineTable {
  const starts = lineStarts(text);
  const isEnded = starts.length > 1 && starts.at(-1) === text.length;
  const count = isEnded ? starts.length - 1 : starts.length;
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  return {
    count,
    startOf,
    lineAt: (index) => Math.min(count, lastAtMost(starts, index) + 1),
    textOf: (line) => text.slice(startOf(line), endOfLine(text, startOf(line + 1))),
  };
}

/** Where the line ends that the next one begins behind. A pattern would begin anew at every character of a blank run. */
function endOfLine(text: string, next: number): number {
  let end = next;
  while (end > 0 && isLineEnd(text.charCodeAt(end - 1))) end -= 1;
  return end;
}

function isLineEnd(unit: number): boolean {
  return unit === lineFeed || unit === carriageReturn;
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes("\r")) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === lineFeed || (unit === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) starts.push(at + 1);
  }
  return starts;
}

/** The place of the last number that is not above `limit`; the numbers ascend. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
