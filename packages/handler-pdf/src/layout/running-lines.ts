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

/** Takes the lines away that every page repeats at its top or bottom. */
interface RunningLines {
  /** The page without those that an earlier page had; remembers its own. */
  readonly strip: (content: PageContent, pageNumber: number) => PageContent;
  /** Told that lines of a page are in a table, whose head every page may repeat: the pages after it keep them. */
  readonly keep: (content: PageContent, table: Table) => void;
  /** How many lines were taken away so far. */
  readonly count: () => number;
}

/** Headers and footers stand in this outer share of the height, at the top and at the bottom. */
const edgeShare = 0.13;

/** A line in larger type that counts with the pages is a heading, such as that of a slide or a section. */
const maxCountedScale = 1.15;

/** Where much else stands at an edge, a running line's type is this much smaller than all of that. */
const maxSmallScale = 1.1;

/** The least white between a running line and the text, in heights of the line; less is enough where the type tells them apart. */
const leastGap = 0.5;
const leastGapBySize = 0.25;

/** Makes a memory of the edges of pages, which come in order. */
export function createRunningLines(): RunningLines {
  const seen = new Map<string, Seen>();
  let taken = 0;
  const strip = (content: PageContent, pageNumber: number): PageContent => {
    const edges = edgesOf(content);
    const found = edges.map((line) => sightingOf(line, pageNumber, content.heightPt));
    const repetitions = found.map((one) => repetitionOf(one, seen));
    for (const one of found) remember(one, seen);
    if (repetitions.every((how) => how === "none")) return content;
    let bodyPt: number | undefined;
    const isSmall = (line: TextLine): boolean =>
      sizePt(line) <= (bodyPt ??= bodySizePt(content, new Set(edges))) * maxCountedScale;
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
    // A page that has nothing else says at least this.
    if (repeated.size === 0 || repeated.size >= lines.length) return content;
    taken += repeated.size;
    return { ...content, blocks: without(content.blocks, repeated) };
  };
  return {
    strip,
    keep: ({ heightPt }, { box, lines }) => {
      // What a table at an edge has beyond the edge says that it is more than a header in columns.
      if (box.y1 - box.y0 < heightPt * edgeShare) return;
      for (const line of lines) if (edgeOf(line.box, heightPt) !== undefined) forget(line, heightPt, seen);
    },
    count: () => taken,
  };
}

/** More lines at one edge than this are text that begins or ends there. */
const maxEdgeLines = 8;

/** The lines near the upper and near the lower edge. */
function edgesOf({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const above: TextLine[] = [];
  const below: TextLine[] = [];
  for (const { lines } of blocks) {
    for (const line of lines) {
      const edge = edgeOf(line.box, heightPt);
      if (edge === "top" && isSeen(line)) above.push(line);
      if (edge === "bottom" && isSeen(line)) below.push(line);
    }
  }
  return [...outermost(above, "top"), ...outermost(below, "bottom")];
}

type Edge = "top" | "bottom";

function edgeOf(box: Box, heightPt: number): Edge | undefined {
  if (box.y1 < heightPt * edgeShare) return "top";
  return box.y0 > heightPt * (1 - edgeShare) ? "bottom" : undefined;
}

/** The lines of an edge, or where a table or a paragraph reaches it, those that stand in smaller type outside of that. */
function outermost(lines: readonly TextLine[], edge: Edge): readonly TextLine[] {
  if (lines.length <= maxEdgeLines) return lines;
  const isOuter = (one: TextLine, other: TextLine): boolean =>
    edge === "top" ? one.box.y0 < other.box.y0 : one.box.y1 > other.box.y1;
  const first = lines.reduce((most, line) => (isOuter(line, most) ? line : most));
  const row = lines.filter((line) => isOnRow(line, first));
  if (row.length > maxEdgeLines) return [];
  const leastPt = lines.reduce((least, line) => (row.includes(line) ? least : Math.min(least, sizePt(line))), Infinity);
  return row.every((line) => sizePt(line) < leastPt / maxSmallScale) ? row : [];
}

/** All lines in which something is seen. */
function linesOf({ blocks }: PageContent): readonly TextLine[] {
  return blocks.flatMap((block) => block.lines.filter(isSeen));
}

/** The size of most characters between the edges; infinite where there are none. */
function bodySizePt({ blocks }: PageContent, edges: ReadonlySet<TextLine>): number {
  const characters = createTotals<number>();
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (edges.has(line) || !isSeen(line)) continue;
      for (const { text, style } of line.runs) characters.add(style.sizePt, text.length);
    }
  }
  return mostUsed(characters.all()) ?? Number.POSITIVE_INFINITY;
}

function sizePt({ runs }: TextLine): number {
  return Math.max(0, ...runs.map(({ style }) => style.sizePt));
}

function isSeen({ runs }: TextLine): boolean {
  for (const { text } of runs) if (hasInk(text)) return true;
  return false;
}

/** What stands beside the head of a column is the head of another. */
function isOnRow(line: TextLine, other: TextLine): boolean {
  return line === other || sharedHeight(line.box, other.box) > 0.5;
}

/** Whether white parts it from what is new on this page: the head of a table is no header of the page. */
function isApart(line: TextLine, lines: readonly TextLine[], known: ReadonlySet<TextLine>): boolean {
  const heightPt = line.box.y1 - line.box.y0;
  return lines.every((other) => {
    if (known.has(other)) return true;
    const leastPt = (sizePt(other) > maxCountedScale * sizePt(line) ? leastGapBySize : leastGap) * heightPt;
    if (sharedWidth(line.box, other.box) === 0) return !isBeside(line.box, other.box);
    return other.box.y0 - line.box.y1 >= leastPt || line.box.y0 - other.box.y1 >= leastPt;
  });
}

/** A number right beside the words of a heading is the heading's, though it counts as the pages do. */
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

/** The last time that a line stood at an edge. */
interface Seen {
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
interface Sighting {
  readonly key: string;
  readonly now: Seen;
}

/** How a line of a page is known again. */
function sightingOf(line: TextLine, page: number, heightPt: number): Sighting {
  const text = singleSpaced(textOf(line.runs));
  const digits = text.match(everyNumber) ?? [];
  const words = digits.length === 0 ? text : text.replace(everyNumber, "#");
  const centerPt = (line.box.y0 + line.box.y1) / 2;
  const edge = centerPt * 2 < heightPt ? "top" : "bottom";
  return { key: `${words}@${line.direction}@${edge}`, now: { page, numbers: digits.map(numberOf), centerPt } };
}

const everyNumber = /\d+|\b[ivxlc]+\b/gu;

/** As if the line had not been there; others of the same words may be. */
function forget(line: TextLine, heightPt: number, seen: Map<string, Seen>): void {
  const { key, now } = sightingOf(line, 0, heightPt);
  const known = seen.get(key);
  if (known !== undefined && Math.abs(known.centerPt - now.centerPt) < 1) seen.delete(key);
}

/** Only once all lines of a page are judged: one header may say the same at its left and at its right. */
function remember({ key, now }: Sighting, seen: Map<string, Seen>): void {
  if (seen.size >= maxRemembered) forgetBefore(now.page - maxPagePause, seen);
  seen.set(key, now);
}

function forgetBefore(page: number, seen: Map<string, Seen>): void {
  for (const [key, one] of seen) if (one.page < page) seen.delete(key);
}

/** Whether an earlier page had the line, and whether just so or with numbers that count with the pages. */
function repetitionOf({ key, now }: Sighting, seen: ReadonlyMap<string, Seen>): "none" | "same" | "counted" {
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

/** A page number stands in this share of the height, at the foot of the page. */
const footShare = 0.1;

/** A page number has no more characters, with the words that go with it. */
const longest = 24;

/** The page without the line at its foot that says its number, `Page 3` or `3 / 12`: a table above has no part in it. */
export function withoutPageNumber(content: PageContent, number: number): PageContent {
  const last = lowestLines(content);
  const text = last.map(({ runs }) => textOf(runs)).join(" ");
  if (!isPageNumber(text.trim(), number)) return content;
  return withoutLines(content, new Set(last));
}

function withoutLines(content: PageContent, taken: ReadonlySet<TextLine>): PageContent {
  return {
    ...content,
    blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !taken.has(line)) })),
  };
}

/** What programs print at the edge of the paper stands in this share of the height, in type this much smaller than the text. */
const paperEdgeShare = 0.06;
const paperEdgeScale = 1.15;

/** The page without the date, the title and the address that browsers print at its edges: they are no cells of a table there. */
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

/** What stands at the height of the lowest line of a page, where that is at its foot. */
function lowestLines({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const footPt = (1 - footShare) * heightPt;
  if (!blocks.some(({ lines }) => lines.some(({ box }) => box.y0 >= footPt))) return [];
  const lines = blocks.flatMap((block) => block.lines).filter(({ runs }) => runs.some(({ text }) => /\S/u.test(text)));
  const top = lines.reduce((most, { box }) => Math.max(most, box.y0), 0);
  if (top < footPt) return [];
  const middle = (line: TextLine): number => (line.box.y0 + line.box.y1) / 2;
  return lines.filter((line) => middle(line) > top);
}

/** The number of the page among words, with how many pages there are or without. */
function isPageNumber(text: string, number: number): boolean {
  if (text.length > longest) return false;
  const [first, ...others] = text.match(/\d+/gu) ?? [];
  return Number(first) === number && others.length < 2 && others.every((other) => Number(other) >= number);
}
