import type { TextLine } from "../model/page-content.ts";
import { singleSpaced } from "../model/plain-signs.ts";
import { textOf } from "../model/text-of.ts";

/** The last time that a line stood at an edge. */
export interface Seen {
  readonly page: number;
  readonly numbers: readonly number[];
  readonly centerPt: number;
}

/** Left and right pages take turns, and a chapter's first page has none: a line may pause for this many pages. */
const maxPagePause = 4;

/** How far a running line may move from page to page. */
const maxShiftPt = 6;

/** Beyond so many lines those go that no page to come can repeat. */
const maxRemembered = 200;

/** A line at an edge of a page, by its words without their numbers and by the edge. */
export interface Sighting {
  readonly key: string;
  readonly now: Seen;
}

/** How a line of a page is known again. */
export function sightingOf(line: TextLine, page: number, heightPt: number): Sighting {
  const text = singleSpaced(textOf(line.runs));
  const digits = text.match(everyNumber) ?? [];
  const words = digits.length === 0 ? text : text.replace(everyNumber, "#");
  const centerPt = (line.box.y0 + line.box.y1) / 2;
  const edge = centerPt * 2 < heightPt ? "top" : "bottom";
  return { key: `${words}@${line.direction}@${edge}`, now: { page, numbers: digits.map(numberOf), centerPt } };
}

const everyNumber = /\d+|\b[ivxlc]+\b/gu;

/** As if the line had not been there; others of the same words may be. */
export function forget(line: TextLine, heightPt: number, seen: Map<string, Seen>): void {
  const { key, now } = sightingOf(line, 0, heightPt);
  const known = seen.get(key);
  if (known !== undefined && Math.abs(known.centerPt - now.centerPt) < 1) seen.delete(key);
}

/** Only once all lines of a page are judged: one header may say the same at its left and at its right. */
export function remember({ key, now }: Sighting, seen: Map<string, Seen>): void {
  if (seen.size >= maxRemembered) forgetBefore(now.page - maxPagePause, seen);
  seen.set(key, now);
}

function forgetBefore(page: number, seen: Map<string, Seen>): void {
  for (const [key, one] of seen) if (one.page < page) seen.delete(key);
}

/** Whether an earlier page had the line, and whether just so or with numbers that count with the pages. */
export function repetitionOf({ key, now }: Sighting, seen: ReadonlyMap<string, Seen>): "none" | "same" | "counted" {
  const before = seen.get(key);
  if (before === undefined || !isSameLine(before, now)) return "none";
  return now.numbers.every((number, index) => number === before.numbers[index]) ? "same" : "counted";
}

/** Numbers must be the same or count with the pages: a header with the number of an invoice says something new each time. */
function isSameLine(before: Seen, now: Seen): boolean {
  const pages = now.page - before.page;
  if (pages <= 0 || pages > maxPagePause || Math.abs(before.centerPt - now.centerPt) > maxShiftPt) return false;
  return now.numbers.every((number, index) => {
    const step = number - (before.numbers[index] ?? Number.NaN);
    return step === 0 || step === pages;
  });
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
