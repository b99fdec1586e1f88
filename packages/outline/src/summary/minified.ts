import { maxLines } from "../model/limits.ts";

/** Minimum number of characters of a minified file. Shorter ones are read at a glance. */
const minMinifiedCharacters = 2000;

/** Minimum average line length. Linguist uses 110 for JavaScript and CSS, which prose in comments reaches. */
const minAverageCharacters = 300;

/** Line length that is not written by hand. */
const minLongestCharacters = 5000;

/** Statistics of the lines of a text. */
export interface LineShape {
  readonly count: number;
  /** In UTF-16 code units. */
  readonly longest: number;
  /** UTF-16 code units of all counted lines. */
  readonly length: number;
  /** True if the file has more lines than counted. */
  readonly isPartial?: boolean;
}

/** Counts lines as the core does, up to the limit, and finds the longest. */
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

/** Creates a finder of line ends for texts with CR. Returns -1 at the end. */
function endFinder(): (from: number, text: string) => number {
  const lineEnd = /[\r\n]/g;
  return (from, text) => {
    lineEnd.lastIndex = from;
    return lineEnd.exec(text)?.index ?? -1;
  };
}

/** True if a text is minified: its average line is long, or most of it is one line. */
export function isMinified(length: number, { count, longest }: LineShape): boolean {
  if (length < minMinifiedCharacters) return false;
  return length / count > minAverageCharacters || (longest > minLongestCharacters && longest > length / 2);
}

/** Number of characters at the start in which spaces and tags are counted. */
const maxSpaciousCharacters = 200_000;

/** Minimum whitespace share of formatted code. Minified files have up to 0.05. */
const minSpaciousShare = 0.1;

/** True if code has the whitespace that minifiers remove. Its long lines are then strings and lists. */
export function isSpacious(name: string, text: string): boolean {
  // Type declarations are never minified, but compilers write long export lists in them.
  if (/\.d\.[cm]?ts$/i.test(name)) return true;
  const { length } = text.slice(0, maxSpaciousCharacters).replace(/[^ \t]+/g, "");
  return length > Math.min(text.length, maxSpaciousCharacters) * minSpaciousShare;
}

/** Maximum average distance of adjacent tags in minified HTML, in characters. */
const maxTagDistance = 200;

/** True if HTML has adjacent tags as in minified files, rather than long lines of prose. */
export function areTagsDense(text: string): boolean {
  const head = text.slice(0, maxSpaciousCharacters);
  return (head.match(/></g)?.length ?? 0) * maxTagDistance > head.length;
}

/** Summarises a minified file. */
export function minifiedSummary(language: string, { count, longest, isPartial = false }: LineShape): string {
  const atLeast = isPartial ? "at least " : "";
  const lines = `${atLeast}${count} line${count === 1 ? "" : "s"}`;
  return `minified ${language}: ${lines}, longest ${atLeast}${grouped(longest)} characters`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, " ");
}
