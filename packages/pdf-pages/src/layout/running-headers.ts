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

/** Minimum size ratio of a heading, for example of a slide or section, whose number counts with the pages. */
const maxCountedScale = 1.15;

/** If there is much other text at an edge, a running line is this much smaller. */
const maxSmallScale = 1.1;

/** Minimum gap between a running line and the text, in ems. Less is enough if the type differs. */
const leastGap = 0.5;
const leastGapBySize = 0.25;

/** Creates a memory of page edges. Pages come in order. */
export function createRunningHeaders(): RunningHeaders {
  const seen = new Map<string, Occurrence>();
  const slots: Slot[] = [];
  let taken = 0;
  const strip = (content: PageContent, pageNumber: number): PageContent => {
    const edges = edgesOf(content);
    const outer = outerRows(edges, content.heightPt);
    const found = edges.map((line) => edgeLineOf(line, { page: pageNumber, ...content, isOuter: outer.has(line) }));
    const repetitions = found.map((one) => repetitionOf(one, seen));
    for (const one of found) remember(one, seen);
    if (repetitions.every((how) => how === "none")) return content;
    let bodyPt: number | undefined;
    const isSmall = (line: TextLine): boolean =>
      lineStyle(line).sizePt <= (bodyPt ??= bodySizePt(content, new Set(edges))) * maxCountedScale;
    const known = new Set(
      edges.filter((line, index) => {
        const how = repetitions[index];
        return how === "same" || (how === "counted" && isSmall(line));
      }),
    );
    if (known.size === 0) return content;
    const lines = linesOf(content);
    const amid = [...known].filter((line) => !isApart(line, lines, known));
    const repeated = new Set([...known].filter((line) => !amid.some((other) => isOnRow(line, other))));
    // Otherwise the page would be empty.
    if (repeated.size === 0 || repeated.size >= lines.length) return content;
    taken += repeated.size;
    for (const line of repeated)
      if (slots.length < maxSlots && outer.has(line) && !isInSlot(line, slots)) slots.push(slotOf(line));
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
function forget(line: TextLine, heightPt: number, seen: Map<string, Occurrence>): void {
  const { key, now } = edgeLineOf(line, { page: 0, heightPt, isOuter: false });
  const known = seen.get(key);
  if (known !== undefined && Math.abs(known.centerPt - now.centerPt) < 1) seen.delete(key);
}

/** Called after all lines of a page are checked: a header may have the same words on both sides. */
function remember({ key, now }: EdgeLine, seen: Map<string, Occurrence>): void {
  if (seen.size >= maxRemembered) forgetBefore(now.page - maxPagePause, seen);
  seen.set(key, now);
}

function forgetBefore(page: number, seen: Map<string, Occurrence>): void {
  for (const [key, one] of seen) if (one.page < page) seen.delete(key);
}

/** Returns whether an earlier page had the line, exactly or with numbers that count with the pages. */
function repetitionOf({ key, now }: EdgeLine, seen: ReadonlyMap<string, Occurrence>): "none" | "same" | "counted" {
  const before = seen.get(key);
  if (before === undefined || !isSameLine(before, now)) return "none";
  // Nothing but the header of left or right pages counts by two.
  if (now.page - before.page === 2 && now.isOuter && before.isOuter) return "same";
  return now.numbers.every((number, index) => number === before.numbers[index]) ? "same" : "counted";
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
  const limitPt = before.isOuter && now.isOuter ? maxOuterShiftPt : maxShiftPt;
  return Math.abs(before.centerPt - now.centerPt) <= limitPt;
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

/** Share of the page height at the foot for page numbers. */
const footShare = 0.1;

/** Maximum length of a page number with its words. */
const longest = 24;

/** Removes the page number at the foot, `Page 3` or `3 / 12`, which is not part of a table above it. */
export function withoutPageNumber(content: PageContent, number: number): PageContent {
  const last = lowestLines(content);
  const text = last.map(({ runs }) => textOf(runs)).join(" ");
  if (!isPageNumber(text.trim(), number)) return content;
  return withoutLines(content, new Set(last));
}

/** Returns a page without some of its lines. */
export function withoutLines(content: PageContent, taken: ReadonlySet<TextLine>): PageContent {
  return {
    ...content,
    blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !taken.has(line)) })),
  };
}

/**
 * Share of the page height for text that programs print at the edge of the paper, and how much smaller it is than the
 * body.
 */
const paperEdgeShare = 0.06;
const paperEdgeScale = 1.15;

/** Removes the date, title and address that browsers print at the edges, which are not table cells. */
export function withoutPaperEdges(content: PageContent): PageContent {
  const lines = content.blocks.flatMap((block) => block.lines);
  const edgePt = paperEdgeShare * content.heightPt;
  const edges = lines.filter(({ box }) => box.y1 < edgePt || box.y0 > content.heightPt - edgePt);
  if (edges.length === 0 || edges.length > maxPaperEdges || edges.length === lines.length) return content;
  const taken = new Set(edges);
  const textPt = lines.reduce((least, line) => (taken.has(line) ? least : Math.min(least, sizePt(line))), Infinity);
  if (!edges.every((line) => sizePt(line) * paperEdgeScale < textPt)) return content;
  return withoutLines(content, taken);
}

/** Date and title at the top, address and number at the foot. */
const maxPaperEdges = 4;

/** Returns the lines at the height of the lowest line, if that is at the foot of the page. */
function lowestLines({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const footPt = (1 - footShare) * heightPt;
  if (!blocks.some(({ lines }) => lines.some(({ box }) => box.y0 >= footPt))) return [];
  const lines = blocks.flatMap((block) => block.lines).filter(({ runs }) => runs.some(({ text }) => /\S/u.test(text)));
  const top = lines.reduce((most, { box }) => Math.max(most, box.y0), 0);
  if (top < footPt) return [];
  const middle = (line: TextLine): number => (line.box.y0 + line.box.y1) / 2;
  return lines.filter((line) => middle(line) > top);
}

/** True for the page number with words, and optionally the number of pages. */
function isPageNumber(text: string, number: number): boolean {
  if (text.length > longest) return false;
  const [first, ...others] = text.match(/\d+/gu) ?? [];
  return Number(first) === number && others.length < 2 && others.every((other) => Number(other) >= number);
}
