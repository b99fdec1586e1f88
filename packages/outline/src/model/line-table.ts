/** Finds lines of a text as the core counts them: LF, CRLF and a lone CR end a line. */
export interface LineTable {
  /** Number of lines. A final line break does not start another line. */
  readonly count: number;
  /** Returns the number, from 1, of the line that contains an offset. */
  lineAt(index: number): number;
  /** Returns the start offset of a line. */
  startOf(line: number): number;
  /** Returns a line without its line break. */
  textOf(line: number): string;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Finds the lines of a text once. Lookups then take logarithmic time. */
export function createLineTable(text: string): LineTable {
  const starts = lineStarts(text);
  const isEnded = starts.length > 1 && starts.at(-1) === text.length;
  const count = isEnded ? starts.length - 1 : starts.length;
  const startOf = (line: number): number => starts[line - 1] ?? text.length;
  return {
    count,
    startOf,
    lineAt: (index) => Math.min(count, lastAtMost(starts, index) + 1),
    textOf: (line) => text.slice(startOf(line), endOfLine(text, startOf(line), startOf(line + 1))),
  };
}

/** Returns the end of the line from `start` up to the start of the next one, without its only line break. */
function endOfLine(text: string, start: number, next: number): number {
  const last = next > start ? text.charCodeAt(next - 1) : 0;
  if (last === carriageReturn) return next - 1;
  if (last !== lineFeed) return next;
  return next - 1 > start && text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
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

/** Returns the index of the last number that is at most `limit`, in ascending numbers. */
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
