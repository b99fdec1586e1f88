import type { PageRange } from "../contract/request.ts";
import { shownValue, type Parsed } from "./request-issue.ts";

const field = "pages";
const form = 'send a list such as "3", "1-5", "2,7-9", "10-" or "-3" for the last three';

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
    const parsed = parsePart(part.trim());
    if (parsed.issue !== undefined) return parsed;
    ranges.push(parsed.value);
  }
  return ranges.length === 0 ? issue(`is ${shownValue(text)}, which names no page`) : { value: ranges };
}

function parsePart(part: string): Parsed<PageRange> {
  const match = /^(\d*)\s*(?:([-\u2013\u2014])\s*(\d*|end|\$))?$/i.exec(part);
  const [, start = "", dash, end = ""] = match ?? [];
  if (match === null || (start === "" && !/^\d+$/.test(end))) return labelOf(part);
  return checkRange(part, rangeOf(start, dash !== undefined, end));
}

function rangeOf(start: string, hasDash: boolean, end: string): { first: number; last?: number } {
  if (start === "") return { first: -Number(end) };
  const first = Number(start);
  if (!hasDash) return { first, last: first };
  return /^\d+$/.test(end) ? { first, last: Number(end) } : { first };
}

function checkRange(part: string, range: { first: number; last?: number }): Parsed<PageRange> {
  const { first, last = first } = range;
  if (first === 0) return issue(`has ${shownValue(part)}, and they count from 1`);
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last))
    return issue(`has ${shownValue(part)}, which is beyond any document`);
  if (last < first) return issue(`has ${shownValue(part)}, which ends before it starts`);
  return { value: range };
}

function labelOf(part: string): Parsed<PageRange> {
  return /^[-\u2013\u2014]+$/.test(part)
    ? issue(`has ${shownValue(part)}, which names no page`)
    : { value: { label: part } };
}

function issue(problem: string): Parsed<never> {
  return { issue: { field, problem: `${field} ${problem}`, fix: form } };
}
