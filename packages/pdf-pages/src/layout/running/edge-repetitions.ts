import { type TextLine, textOf } from "../../model/page-content.ts";
import { singleSpaced } from "../../model/plain-text.ts";

/** An occurrence of a line at an edge. */
interface Occurrence {
  readonly page: number;
  readonly numbers: readonly number[];
  readonly centerPt: number;
  /** True if no other line is further out. */
  readonly isOuter: boolean;
}

/** The occurrences of a line on the last two pages that had it. */
export interface Occurrences {
  readonly last: Occurrence;
  readonly before: Occurrence | undefined;
}

/**
 * Maximum number of pages without the line: left and right pages alternate, and the first page of a chapter has none.
 */
const maxPagePause = 4;

/** Maximum shift of a running line between pages, in points, and if it is the outermost line of both. */
const maxShiftPt = 6;
const maxOuterShiftPt = 24;

/** Maximum number of lines remembered before those that can no longer repeat are dropped. */
const maxRemembered = 200;

/** A line at an edge of a page, identified by its words without numbers and by the edge. */
export interface EdgeLine {
  readonly line: TextLine;
  readonly key: string;
  readonly now: Occurrence;
}

/** Returns the identity of a line of a page. */
export function edgeLineOf(line: TextLine, { page, heightPt, isOuter }: EdgePlace): EdgeLine {
  const text = singleSpaced(textOf(line.runs));
  const digits = text.match(everyNumber) ?? [];
  const words = digits.length === 0 ? text : text.replace(everyNumber, "#");
  const centerPt = (line.box.y0 + line.box.y1) / 2;
  const edge = centerPt * 2 < heightPt ? "top" : "bottom";
  return {
    line,
    key: `${words}@${line.direction}@${edge}`,
    now: { page, numbers: digits.map(numberOf), centerPt, isOuter },
  };
}

interface EdgePlace extends Pick<Occurrence, "page" | "isOuter"> {
  readonly heightPt: number;
}

const everyNumber = /\d+|\b[ivxlc]+\b/gu;

/** Removes a line from the memory. Other lines with the same words may remain. */
export function forget(line: TextLine, heightPt: number, seen: Map<string, Occurrences>): void {
  const { key, now } = edgeLineOf(line, { page: 0, heightPt, isOuter: false });
  const known = seen.get(key);
  if (known !== undefined && Math.abs(known.last.centerPt - now.centerPt) < 1) seen.delete(key);
}

/** Called after all lines of a page are checked: a header may have the same words on both sides. */
export function remember({ key, now }: EdgeLine, seen: Map<string, Occurrences>): void {
  if (seen.size >= maxRemembered) forgetBefore(now.page - maxPagePause, seen);
  const known = seen.get(key);
  seen.set(key, { last: now, before: known?.last.page === now.page ? known.before : known?.last });
}

function forgetBefore(page: number, seen: Map<string, Occurrences>): void {
  for (const [key, { last }] of seen) if (last.page < page) seen.delete(key);
}

/**
 * Returns whether an earlier page had the line: the same, or similar, that is with numbers that count with the pages, or
 * at some distance. Similar lines of the last two pages with it are the same if left and right pages explain them.
 */
export function repetitionOf(
  { key, now }: EdgeLine,
  seen: ReadonlyMap<string, Occurrences>,
): "none" | "same" | "similar" {
  const known = seen.get(key);
  if (known === undefined || !isSameLine(known.last, now)) return "none";
  const { last, before } = known;
  const isEqual = now.numbers.every((number, index) => number === last.numbers[index]);
  const isNear = distancePt(last, now) <= maxShiftPt;
  return (isEqual || countsByTwo(now, last, before)) && (isNear || isTwoBefore(before, now)) ? "same" : "similar";
}

/** True for a line of every second page: nothing but the header of left or right pages counts by two. */
function countsByTwo(now: Occurrence, last: Occurrence, before: Occurrence | undefined): boolean {
  if (before === undefined || !(now.isOuter && last.isOuter && before.isOuter)) return false;
  return now.page - last.page === 2 && last.page - before.page === 2 && isSameLine(before, last);
}

/** True if the line was at the same height two pages ago. */
function isTwoBefore(before: Occurrence | undefined, now: Occurrence): boolean {
  return before !== undefined && now.page - before.page === 2 && distancePt(before, now) <= maxShiftPt;
}

/** True if two pages have the same line, with numbers that are equal or count with the pages. */
export function isRepetition(one: EdgeLine, other: EdgeLine): boolean {
  if (one.key !== other.key) return false;
  return one.now.page < other.now.page ? isSameLine(one.now, other.now) : isSameLine(other.now, one.now);
}

/** Numbers must be equal or count with the pages: a header with an invoice number differs each time. */
function isSameLine(before: Occurrence, now: Occurrence): boolean {
  const pages = now.page - before.page;
  if (pages <= 0 || pages > maxPagePause || !isSamePlace(before, now)) return false;
  return now.numbers.every((number, index) => {
    const step = number - (before.numbers[index] ?? Number.NaN);
    return step === 0 || step === pages;
  });
}

function isSamePlace(before: Occurrence, now: Occurrence): boolean {
  return distancePt(before, now) <= (before.isOuter && now.isOuter ? maxOuterShiftPt : maxShiftPt);
}

function distancePt(one: Occurrence, other: Occurrence): number {
  return Math.abs(one.centerPt - other.centerPt);
}

function numberOf(digits: string): number {
  return /\d/u.test(digits) ? Number(digits) : romanNumber(digits);
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanNumber(digits: string): number {
  let total = 0;
  let last = 0;
  for (const digit of digits.split("").toReversed()) {
    const value = romanDigits[digit] ?? 0;
    total += value < last ? -value : value;
    last = Math.max(last, value);
  }
  return total;
}
