import { maxLines } from "../limits.ts";

/** Characters from which a file can be minified; shorter ones are read at a glance. */
const minMinifiedCharacters = 2000;

/** Characters a line on average; linguist takes 110 for JavaScript and CSS, which prose in comments reaches. */
const minAverageCharacters = 300;

/** Characters of a line that nobody writes by hand. */
const minLongestCharacters = 5000;

/** What the lines of a text are like. */
export interface LineShape {
  readonly count: number;
  /** UTF-16 units. */
  readonly longest: number;
  /** UTF-16 units of all that were counted. */
  readonly length: number;
}

/** Counts lines as the reader does, up to the limit on them, and finds the longest one. */
export function lineShapeOf(text: string): LineShape {
  let count = 0;
  let longest = 0;
  let at = 0;
  const findEnd = text.includes("\r") ? endFinder() : nextLineFeed;
  while (at < text.length && count < maxLines) {
    const found = findEnd(at, text);
    const end = found < 0 ? text.length : found;
    count += 1;
    longest = Math.max(longest, end - at);
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  return { count, longest, length: Math.min(at, text.length) };
}

function nextLineFeed(from: number, text: string): number {
  return text.indexOf("\n", from);
}

/** Finds the next end of a line where CR may be one; -1 where none follows. */
function endFinder(): (from: number, text: string) => number {
  const lineEnd = /[\r\n]/g;
  return (from, text) => {
    lineEnd.lastIndex = from;
    return lineEnd.exec(text)?.index ?? -1;
  };
}

/**
 * Whether a text was put together by a program that leaves out ends of lines: its lines are long on average, or most of
 * it is in one.
 */
export function isMinified(length: number, { count, longest }: LineShape): boolean {
  if (length < minMinifiedCharacters) return false;
  return length / count > minAverageCharacters || (longest > minLongestCharacters && longest > length / 2);
}

/** What a minified file is, in a few words. */
export function minifiedSummary(language: string, { count, longest }: LineShape): string {
  const lines = `${count} line${count === 1 ? "" : "s"}`;
  return `minified ${language}: ${lines}, longest ${grouped(longest)} characters`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, " ");
}
