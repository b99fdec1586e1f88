import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import { createTotals, mostUsed } from "../model/numbers.ts";
import {
  type Box,
  type PageContent,
  type Table,
  type TextBlock,
  type TextLine,
  textOf,
} from "../model/page-content.ts";
import { hasInk, singleSpaced } from "../model/plain-text.ts";
import { lineStyle } from "./flow.ts";

/** Removes lines that every page repeats at its top or bottom. */
interface RunningHeaders {
  /** Removes lines that an earlier page had, and remembers the others. */
  readonly strip: (content: PageContent, pageNumber: number) => PageContent;
  /** Called for lines in a table, whose head every page may repeat: later pages keep them. */
  readonly keep: (content: PageContent, table: Table) => void;
  /** True for another line in the place and type of those that were removed: the next chapter has another header. */
  readonly isRunning: (line: TextLine) => boolean;
  /** Returns how many lines were removed so far. */
  readonly count: () => number;
}

/** Share of the page height at the top and bottom for headers and footers. */
const edgeShare = 0.13;

/** Minimum size ratio of a heading, for example of a slide or section, that repeats in a similar way. */
const maxCountedScale = 1.15;

/** If there is much other text at an edge, a running line is this much smaller. */
const maxSmallScale = 1.1;

/** Minimum gap between a running line and the text, in ems. Less is enough if the type differs. */
const leastGap = 0.5;
const leastGapBySize = 0.25;

/** Creates a memory of page edges. Pages come in order. */
export function createRunningHeaders(): RunningHeaders {
  const seen = new Map<string, Occurrences>();
  const slots: Slot[] = [];
  let taken = 0;
  // The title of several slides, in large type or without text below it, has the place of the next title.
  const noteSlot = (line: TextLine, bodyPt: () => number): void => {
    if (slots.length >= maxSlots || isInSlot(line, slots)) return;
    if (bodyPt() < Infinity && isSmall(line, bodyPt())) slots.push(slotOf(line));
  };
  const strip = (content: PageContent, pageNumber: number): PageContent => {
    const edges = edgesOf(content);
    const outer = outerRows(edges, content.heightPt);
    const found = edges.map((line) => edgeLineOf(line, { page: pageNumber, ...content, isOuter: outer.has(line) }));
    const repetitions = found.map((one) => repetitionOf(one, seen));
    for (const one of found) remember(one, seen);
    if (repetitions.every((how) => how === "none")) return content;
    let sizeOfBody: number | undefined;
    const bodyPt = (): number => (sizeOfBody ??= bodySizePt(content, new Set(edges)));
    const known = new Set(
      edges.filter((line, index) => {
        const how = repetitions[index];
        return how === "same" || (how === "similar" && isSmall(line, bodyPt()));
      }),
    );
    if (known.size === 0) return content;
    const lines = linesOf(content);
    const amid = [...known].filter((line) => !isApart(line, lines, known));
    const repeated = new Set([...known].filter((line) => !amid.some((other) => isOnRow(line, other))));
    // Otherwise the page would be empty.
    if (repeated.size === 0 || repeated.size >= lines.length) return content;
    taken += repeated.size;
    for (const line of repeated) if (outer.has(line)) noteSlot(line, bodyPt);
    return { ...content, blocks: without(content.blocks, repeated) };
  };
  return {
    strip,
    keep: ({ heightPt }, { box, lines }) => {
      // A table that extends beyond the edge is more than a header in columns.
      if (box.y1 - box.y0 < heightPt * edgeShare) return;
      for (const line of lines) if (edgeOf(line.box, heightPt) !== undefined) forget(line, heightPt, seen);
    },
    isRunning: (line) => isInSlot(line, slots),
    count: () => taken,
  };
}

function isSmall(line: TextLine, bodyPt: number): boolean {
  return lineStyle(line).sizePt <= bodyPt * maxCountedScale;
}

/** The place and type of a running line. */
interface Slot {
  readonly centerPt: number;
  readonly sizePt: number;
  readonly font: string;
}

function slotOf(line: TextLine): Slot {
  const { sizePt, font } = lineStyle(line);
  return { centerPt: centerOf(line), sizePt, font };
}

function centerOf({ box }: TextLine): number {
  return (box.y0 + box.y1) / 2;
}

/** The place is compared first, because few lines are at it. */
function isInSlot(line: TextLine, slots: readonly Slot[]): boolean {
  return slots.some((slot) => {
    if (Math.abs(slot.centerPt - centerOf(line)) >= maxSlotShiftPt) return false;
    const { sizePt, font } = lineStyle(line);
    return slot.font === font && Math.abs(slot.sizePt - sizePt) < 0.3;
  });
}

/** Maximum number of slots remembered. Left and right pages have one or two at each edge. */
const maxSlots = 20;

/** Maximum distance of lines in one slot, in points. */
const maxSlotShiftPt = 2;

/** Maximum number of lines at one edge. More are text that starts or ends there. */
const maxEdgeLines = 8;

/** Returns the lines near the top and bottom edge. */
function edgesOf({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const above: TextLine[] = [];
  const below: TextLine[] = [];
  for (const { lines } of blocks) {
    for (const line of lines) {
      const edge = edgeOf(line.box, heightPt);
      if (edge === "top" && isVisible(line)) above.push(line);
      if (edge === "bottom" && isVisible(line)) below.push(line);
    }
  }
  return [...outermost(above, "top"), ...outermost(below, "bottom")];
}

type Edge = "top" | "bottom";

function edgeOf(box: Box, heightPt: number): Edge | undefined {
  if (box.y1 < heightPt * edgeShare) return "top";
  return box.y0 > heightPt * (1 - edgeShare) ? "bottom" : undefined;
}

/**
 * Returns the lines of an edge, or, if a table or paragraph extends into it, the row outside of that, in smaller type or
 * at some distance.
 */
function outermost(lines: readonly TextLine[], edge: Edge): readonly TextLine[] {
  if (lines.length <= maxEdgeLines) return lines;
  const isOuter = (one: TextLine, other: TextLine): boolean =>
    edge === "top" ? one.box.y0 < other.box.y0 : one.box.y1 > other.box.y1;
  const first = lines.reduce((most, line) => (isOuter(line, most) ? line : most));
  const row = lines.filter((line) => isOnRow(line, first));
  if (row.length > maxEdgeLines) return [];
  const others = lines.filter((line) => !row.includes(line));
  const leastPt = others.reduce((least, line) => Math.min(least, sizePt(line)), Infinity);
  const isSmaller = row.every((line) => sizePt(line) < leastPt / maxSmallScale);
  return isSmaller || others.every((line) => gapPt(line.box, first.box) > widestRowGap * sizePt(first)) ? row : [];
}

/** Distance of a row from the text of the page that no line of that text has, in ems. */
const widestRowGap = 1.2;

function gapPt(one: Box, other: Box): number {
  return Math.max(one.y0 - other.y1, other.y0 - one.y1);
}

/** Returns the lines of the topmost and of the lowest row. */
function outerRows(edges: readonly TextLine[], heightPt: number): ReadonlySet<TextLine> {
  const outer = new Set<TextLine>();
  for (const edge of ["top", "bottom"] as const) {
    const lines = edges.filter(({ box }) => edgeOf(box, heightPt) === edge);
    const [first] = lines.toSorted((one, other) =>
      edge === "top" ? one.box.y0 - other.box.y0 : other.box.y1 - one.box.y1,
    );
    for (const line of lines) if (first !== undefined && isOnRow(line, first)) outer.add(line);
  }
  return outer;
}

/** Returns all lines with visible text. */
function linesOf({ blocks }: PageContent): readonly TextLine[] {
  return blocks.flatMap((block) => block.lines.filter(isVisible));
}

/** Returns the font size of most characters between the edges; infinite if there are none. */
function bodySizePt({ blocks }: PageContent, edges: ReadonlySet<TextLine>): number {
  const characters = createTotals<number>();
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (edges.has(line) || !isVisible(line)) continue;
      for (const { text, style } of line.runs) characters.add(style.sizePt, text.length);
    }
  }
  return mostUsed(characters.all()) ?? Number.POSITIVE_INFINITY;
}

function sizePt({ runs }: TextLine): number {
  return Math.max(0, ...runs.map(({ style }) => style.sizePt));
}

function isVisible({ runs }: TextLine): boolean {
  for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** Text beside a column header is the header of another column. */
function isOnRow(line: TextLine, other: TextLine): boolean {
  return line === other || sharedHeight(line.box, other.box) > 0.5;
}

/** True if a gap separates it from new text on this page: a table head is not a page header. */
function isApart(line: TextLine, lines: readonly TextLine[], known: ReadonlySet<TextLine>): boolean {
  const heightPt = line.box.y1 - line.box.y0;
  return lines.every((other) => {
    if (known.has(other)) return true;
    const leastPt = (sizePt(other) > maxCountedScale * sizePt(line) ? leastGapBySize : leastGap) * heightPt;
    if (sharedWidth(line.box, other.box) === 0) return !isBeside(line.box, other.box);
    return other.box.y0 - line.box.y1 >= leastPt || line.box.y0 - other.box.y1 >= leastPt;
  });
}

/** A number right beside the words of a heading belongs to it, even if it counts with the pages. */
function isBeside(one: Box, other: Box): boolean {
  const gapPt = Math.max(other.x0 - one.x1, one.x0 - other.x1);
  return sharedHeight(one, other) > 0.5 && gapPt < 3 * (one.y1 - one.y0);
}

function without(blocks: readonly TextBlock[], repeated: ReadonlySet<TextLine>): readonly TextBlock[] {
  return blocks
    .map((block) => {
      const lines = block.lines.filter((line) => !repeated.has(line));
      return lines.length === block.lines.length ? block : { ...block, lines };
    })
    .filter((block) => block.lines.length > 0);
}

/** An occurrence of a line at an edge. */
interface Occurrence {
  readonly page: number;
  readonly numbers: readonly number[];
  readonly centerPt: number;
  /** True if no other line is further out. */
  readonly isOuter: boolean;
}

/** The occurrences of a line on the last two pages that had it. */
interface Occurrences {
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
interface EdgeLine {
  readonly key: string;
  readonly now: Occurrence;
}

/** Returns the identity of a line of a page. */
function edgeLineOf(line: TextLine, { page, heightPt, isOuter }: EdgePlace): EdgeLine {
  const text = singleSpaced(textOf(line.runs));
  const digits = text.match(everyNumber) ?? [];
  const words = digits.length === 0 ? text : text.replace(everyNumber, "#");
  const centerPt = centerOf(line);
  const edge = centerPt * 2 < heightPt ? "top" : "bottom";
  return { key: `${words}@${line.direction}@${edge}`, now: { page, numbers: digits.map(numberOf), centerPt, isOuter } };
}

interface EdgePlace extends Pick<Occurrence, "page" | "isOuter"> {
  readonly heightPt: number;
}

const everyNumber = /\d+|\b[ivxlc]+\b/gu;

/** Removes a line from the memory. Other lines with the same words may remain. */
function forget(line: TextLine, heightPt: number, seen: Map<string, Occurrences>): void {
  const { key, now } = edgeLineOf(line, { page: 0, heightPt, isOuter: false });
  const known = seen.get(key);
  if (known !== undefined && Math.abs(known.last.centerPt - now.centerPt) < 1) seen.delete(key);
}

/** Called after all lines of a page are checked: a header may have the same words on both sides. */
function remember({ key, now }: EdgeLine, seen: Map<string, Occurrences>): void {
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
function repetitionOf({ key, now }: EdgeLine, seen: ReadonlyMap<string, Occurrences>): "none" | "same" | "similar" {
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
