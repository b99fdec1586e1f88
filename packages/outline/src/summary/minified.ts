import { maxLines } from "../model/limits.ts";

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
  /** Whether the file has more than was counted. */
  readonly isPartial?: boolean;
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

/** Characters at the start in which spaces and tags are counted. */
const maxSpaciousCharacters = 200_000;

/** White space by characters that code has which a person or a formatter laid out; minified files have up to 0.05. */
const minSpaciousShare = 0.1;

/** Whether code has the spaces that minifying takes away: its long lines are strings and lists that somebody wrote. */
export function isSpacious(name: string, text: string): boolean {
  // Declarations of types are never minified, but compilers write long lists of exports.
  if (/\.d\.[cm]?ts$/i.test(name)) return true;
  const { length } = text.slice(0, maxSpaciousCharacters).replace(/[^ \t]+/g, "");
  return length > Math.min(text.length, maxSpaciousCharacters) * minSpaciousShare;
}

/** Characters of HTML, on average, within which minifiers leave a tag directly behind another one. */
const maxTagDistance = 200;

/** Whether HTML has tag behind tag as minifiers leave it, rather than long lines of prose. */
export function areTagsDense(text: string): boolean {
  const head = text.slice(0, maxSpaciousCharacters);
  return (head.match(/></g)?.length ?? 0) * maxTagDistance > head.length;
}

/** What a minified file is, in a few words. */
export function minifiedSummary(language: string, { count, longest, isPartial = false }: LineShape): string {
  const atLeast = isPartial ? "at least " : "";
  const lines = `${atLeast}${count} line${count === 1 ? "" : "s"}`;
  return `minified ${language}: ${lines}, longest ${atLeast}${grouped(longest)} characters`;
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, " ");
}
