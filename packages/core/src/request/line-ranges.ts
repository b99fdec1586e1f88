import type { LineRange } from "../contract/request.ts";
import { shownValue, type Parsed } from "./request-issue.ts";

const field = "lines";
const form = 'send ranges such as "5-16,960-973"';

/**
 * Parses `lines`: `"5"`, `"5-16"`, `"10-"` (to the end; also `"10-end"`), or several of them separated by commas.
 * Spaces and `L` (as in `L5-L16`) are allowed. Returns the ranges sorted, and merged if they overlap or touch: an
 * answer shows each line once, in file order.
 */
export function parseLineRanges(text: string): Parsed<readonly LineRange[]> {
  const ranges: LineRange[] = [];
  for (const part of text.split(/[,;]/)) {
    if (part.trim() === "") continue;
    const parsed = parseRange(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  if (ranges.length === 0) return issue(`is ${shownValue(text)}, which names no line`);
  return { value: mergeRanges(ranges) };
}

function parseRange(part: string): Parsed<LineRange> {
  const match = /^L?(\d+)\s*(?:([-\u2013\u2014])\s*(?:L?(\d+)|end|\$)?)?$/i.exec(part);
  if (match === null)
    return /^-\s*\d+$/.test(part) ? fromTheEnd(part) : issue(`has ${shownValue(part)}, which is no range`);
  const first = Number(match[1]);
  const last = lastOf(match, first);
  if (first < 1) return issue(`has ${shownValue(part)}, and lines count from 1`);
  if (!Number.isSafeInteger(first) || (last !== undefined && !Number.isSafeInteger(last))) {
    return issue(`has ${shownValue(part)}, which is beyond any file`);
  }
  if (last !== undefined && last < first) return issue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: last === undefined ? { first } : { first, last } };
}

/** Returns the last line of a range. A number alone is one line; a dash without a number after it means the end. */
function lastOf(match: RegExpExecArray, first: number): number | undefined {
  if (match[2] === undefined) return first;
  return match[3] === undefined ? undefined : Number(match[3]);
}

function fromTheEnd(part: string): Parsed<never> {
  const problem = `${field} has ${shownValue(part)}, and ranges count from the start of the file`;
  return { issue: { field, problem, fix: `send offset ${part.replaceAll(/\s/g, "")} for the last lines` } };
}

function issue(problem: string): Parsed<never> {
  return { issue: { field, problem: `${field} ${problem}`, fix: form } };
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
