import type { LineRange, PageRange } from "../contract/request.ts";
import { type Parsed, shownValue } from "./request-issue.ts";

const linesForm = 'send ranges such as "5-16,960-973"';

/**
 * Parses `lines`: `"5"`, `"5-16"`, `"10-"` (to the end; also `"10-end"`), or several of them separated by commas.
 * Spaces and `L` (as in `L5-L16`) are allowed. Returns the ranges sorted, and merged if they overlap or touch: an
 * answer shows each line once, in file order.
 */
export function parseLineRanges(text: string): Parsed<readonly LineRange[]> {
  const ranges: LineRange[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const parsed = parseLineRange(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  if (ranges.length === 0) return linesIssue(`is ${shownValue(text)}, which names no line`);
  return { value: mergeRanges(ranges) };
}

function parseLineRange(part: string): Parsed<LineRange> {
  const match = /^L?(\d+)\s*(?:([-\u2013\u2014])\s*(?:L?(\d+)|end|\$)?)?$/i.exec(part);
  if (match === null)
    return /^-\s*\d+$/.test(part) ? linesFromEnd(part) : linesIssue(`has ${shownValue(part)}, which is not a range`);
  const first = Number(match[1]);
  const last = lastLineOf(match, first);
  if (first < 1) return linesIssue(`has ${shownValue(part)}, and lines count from 1`);
  if (!Number.isSafeInteger(first) || (last !== undefined && !Number.isSafeInteger(last))) {
    return linesIssue(`has ${shownValue(part)}, which is beyond any file`);
  }
  if (last !== undefined && last < first) return linesIssue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: last === undefined ? { first } : { first, last } };
}

/** Returns the last line of a range. A number alone is one line; a dash without a number after it means the end. */
function lastLineOf(match: RegExpExecArray, first: number): number | undefined {
  if (match[2] === undefined) return first;
  return match[3] === undefined ? undefined : Number(match[3]);
}

function linesFromEnd(part: string): Parsed<never> {
  const problem = `lines has ${shownValue(part)}, and ranges count from the start of the file`;
  return { issue: { field: "lines", problem, fix: `send offset ${part.replaceAll(/\s/g, "")} for the last lines` } };
}

function linesIssue(problem: string): Parsed<never> {
  return { issue: { field: "lines", problem: `lines ${problem}`, fix: linesForm } };
}

function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.first - right.first)) {
    const open = merged.at(-1);
    if (open !== undefined && (open.last === undefined || range.first <= open.last + 1))
      merged[merged.length - 1] = join(open, range);
    else merged.push(range);
  }
  return merged;
}

function join(open: LineRange, range: LineRange): LineRange {
  if (open.last === undefined || range.last === undefined) return { first: open.first };
  return { first: open.first, last: Math.max(open.last, range.last) };
}

const pagesForm = 'send a list such as "3", "1-5", "2,7-9", "10-" or "-3" for the last three';

/**
 * Parses `pages`: `"3"`, `"1-5"`, `"2,7-9"`, `"-3"` (the last three), `"10-"` (to the end; also `"10-end"`). Anything
 * else is a page label of the document, such as `"iv"` or `"A-12"`. `"all"` and `"*"` mean every page and return
 * `undefined`. Keeps the order of the input.
 */
export function parsePageList(text: string): Parsed<readonly PageRange[] | undefined> {
  if (/^\s*(?:all|\*)\s*$/i.test(text)) return { value: undefined };
  const ranges: PageRange[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const parsed = parsePageRange(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  return ranges.length === 0 ? pagesIssue(`is ${shownValue(text)}, which names no page`) : { value: ranges };
}

function parsePageRange(part: string): Parsed<PageRange> {
  const match = /^(\d*)\s*(?:([-\u2013\u2014])\s*(\d*|end|\$))?$/i.exec(part);
  const [, start = "", dash, end = ""] = match ?? [];
  if (match === null || (start === "" && !/^\d+$/.test(end))) return pageLabelOf(part);
  return checkPageRange(part, pageRangeOf(start, dash !== undefined, end));
}

function pageRangeOf(start: string, hasDash: boolean, end: string): { first: number; last?: number } {
  if (start === "") return { first: -Number(end) };
  const first = Number(start);
  if (!hasDash) return { first, last: first };
  return /^\d+$/.test(end) ? { first, last: Number(end) } : { first };
}

function checkPageRange(part: string, range: { first: number; last?: number }): Parsed<PageRange> {
  const { first, last = first } = range;
  if (first === 0) return pagesIssue(`has ${shownValue(part)}, and they count from 1`);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return pagesIssue(`has ${shownValue(part)}, which is beyond any document`);
  if (last < first) return pagesIssue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: range };
}

function pageLabelOf(part: string): Parsed<PageRange> {
  return /^[-\u2013\u2014]+$/.test(part)
    ? pagesIssue(`has ${shownValue(part)}, which names no page`)
    : { value: { label: part } };
}

function pagesIssue(problem: string): Parsed<never> {
  return { issue: { field: "pages", problem: `pages ${problem}`, fix: pagesForm } };
}
