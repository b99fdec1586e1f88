import { listMarker } from "../../model/list-markers.ts";
import { sortNumbers } from "../../model/numbers.ts";
import { beginsSmall, endsWithCharacter, isInk, space } from "../../model/plain-text.ts";
import { endOf, type FlowItem, type FlowLine, gapEm, startOf, usualSize } from "../flow.ts";
import { LineColumns } from "./line-columns.ts";

/** A line shorter than this share of the usual width was ended by the author. */
const shortShare = 0.4;

/** Maximum width of lines beside an image, as a share of the usual width. */
const narrowShare = 0.6;

/**
 * True if a line reaches the edge of its column: the next word would not have fitted, or a nearby line ends at the same
 * position. Such a line ends because of the page width.
 */
export function isFullLine(items: readonly FlowItem[], index: number, measures: PageMeasures): boolean {
  const line = items[index];
  const next = items[index + 1];
  if (line?.kind !== "line" || next?.kind !== "line") return false;
  const { columns, usualWidthPt } = measures;
  const widthPt = line.box.x1 - line.box.x0;
  if (mayBeNarrow(line, next, widthPt < narrowShare * usualWidthPt)) {
    columns.look(index, true);
    if (isProse(items, columns)) return reachesEdge(line, next, measures);
  }
  if (widthPt < shortShare * usualWidthPt || isOfList(items, index)) return false;
  columns.look(index, false);
  return reachesEdge(line, next, measures);
}

/** True for lines that may be prose in a narrow column: one that is narrower than others, or one of several. */
function mayBeNarrow(line: FlowLine, next: FlowLine, isNarrower: boolean): boolean {
  return (isNarrower && (beginsSmall(line.text) || beginsSmall(next.text))) || isBrief(line, next);
}

function reachesEdge(line: FlowLine, next: FlowLine, measures: PageMeasures): boolean {
  const { columns } = measures;
  if (isJustified(columns)) return true;
  const edge = isMidSentence(line, next) ? edgeOfQuotation(line, columns) : edgeOfColumn(line, columns, measures);
  return endOf(line) + firstWordPt(next) > edge - 0.1 * line.sizePt;
}

/** Least number of lines in a narrow column of prose, and of words in each, on average: lists have fewer. */
const leastProse = 4;
const leastWords = 3.5;

/** Least shares of these lines that are full, and that go on below. */
const leastFullShare = 0.75;
const leastMidwayShare = 0.5;

/**
 * True in a narrow column of prose, such as text beside an image or one of three columns: as short as the lines of an
 * address, a list or a poem, but for most of them the next word would not have fitted.
 */
function isProse(items: readonly FlowItem[], { first, last, edge }: LineColumns): boolean {
  if (last - first < leastProse) return false;
  const lines = items.slice(first, last + 1).filter((item) => item.kind === "line");
  const all = lines.length - 1;
  if (all < leastProse) return false;
  let full = 0;
  let midway = 0;
  for (const [index, next] of lines.entries()) {
    const line = lines[index - 1];
    if (line === undefined) continue;
    if (beginsSmall(next.text)) midway += 1;
    if (endOf(line) + firstWordPt(next) > edge - 0.1 * line.sizePt) full += 1;
  }
  if (full < leastFullShare * all || midway < leastMidwayShare * all) return false;
  const words = lines.slice(0, -1).reduce((sum, { text }) => sum + text.split(" ").length, 0);
  return words >= leastWords * all;
}

/** Maximum length of address lines. Lines in a column of prose are seldom as short. */
const briefLength = 28;

/** Font size from which a title continues below even with few words. */
const largestBriefPt = 14;

/** True for a line of an address or a list, whose end shows no edge. */
function isOfList(items: readonly FlowItem[], index: number): boolean {
  const line = items[index];
  const next = items[index + 1];
  if (line?.kind !== "line" || next?.kind !== "line") return false;
  return isBrief(line, next) || isInListOfNames(items, index) || isEndedItem(items, index);
}

/** True if two short lines follow each other, each with its own start. */
function isBrief(line: FlowLine, next: FlowLine): boolean {
  if (line.sizePt >= largestBriefPt || (line.isBold && next.isBold)) return false;
  if (Math.max(line.text.length, next.text.length) > briefLength) return false;
  return /^(?:[\p{Lu}\p{N}]|[(+]\d)/u.test(next.text) && /[\p{Ll}\p{N}]/u.test(next.text) && !/[,-]$/u.test(line.text);
}

/** Least number of lines of one word each that are a list of names. */
const leastNames = 4;

/** Minimum distance of their ends, in ems. The pieces of a word end within a letter of each other. */
const leastApartEm = 0.7;

/**
 * True if a line, the next one and others beside them are one word each. They end at different places, unlike the
 * pieces of a long address.
 */
function isInListOfNames(items: readonly FlowItem[], index: number): boolean {
  if (!isName(items[index]) || !isName(items[index + 1])) return false;
  let first = index;
  let last = index + 1;
  while (last - first < leastNames && isName(items[first - 1])) first -= 1;
  while (last - first < leastNames && isName(items[last + 1])) last += 1;
  const names = items.slice(first, last + 1).filter((item) => item.kind === "line");
  const ends = names.slice(0, -1).map(endOf);
  const leastPt = leastApartEm * (names[0]?.sizePt ?? 0);
  return names.length >= leastNames && Math.max(...ends) - Math.min(...ends) > leastPt;
}

/** A word of a script with spaces, which does not end like a divided word or the piece of an address. */
const nameInScript =
  /^(?!.*:\/\/)[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2,}(?<![-/])$/u;

function isName(item: FlowItem | undefined): boolean {
  return item?.kind === "line" && nameInScript.test(item.text);
}

function isJustified({ alike, lines }: LineColumns): boolean {
  return alike > 1 || (alike === 1 && lines < fewLines);
}

function edgeOfQuotation(line: FlowLine, { edge, start }: LineColumns): number {
  return edge - Math.min(startOf(line) - start, maxInsetEm * line.sizePt);
}

function edgeOfColumn(line: FlowLine, { edge, lines }: LineColumns, { edgeNear }: PageMeasures): number {
  return lines < fewLines ? Math.max(edge, edgeNear(startOf(line))) : edge;
}

/** Number of lines before and after an item that may show how far lines reach below it. */
const linesAround = 20;

/** Minimum room after an item that ends before the edge, as a share of the column: lines of prose are not all as long. */
const leastRoomShare = 0.2;

/**
 * True for an item that ends before the edge of the column below it, which starts further out. An item that goes on
 * there, indented in its first line only, reaches that edge.
 */
function isEndedItem(items: readonly FlowItem[], index: number): boolean {
  const item = items[index];
  const next = items[index + 1];
  if (item?.kind !== "line" || next?.kind !== "line" || listMarker(item.text) === undefined) return false;
  if (startOf(item) - startOf(next) < item.sizePt) return false;
  const edge = edgeBelow(items, index, next);
  return edge - endOf(item) - firstWordPt(next) > leastRoomShare * (edge - startOf(next));
}

/** Returns how far lines near an item reach that start where the next line does, in its type. */
function edgeBelow(items: readonly FlowItem[], index: number, next: FlowLine): number {
  let edge = endOf(next);
  for (const other of items.slice(Math.max(0, index - linesAround), index + linesAround)) {
    if (other.kind !== "line" || other.sizePt !== next.sizePt) continue;
    if (Math.abs(startOf(other) - startOf(next)) < 1) edge = Math.max(edge, endOf(other));
  }
  return edge;
}

/** With fewer lines nearby, all lines of the page with the same start determine the column width. */
const fewLines = 3;

/** Maximum indent of a quotation on both sides of its column, in ems. */
const maxInsetEm = 6;

/** Minimum length of a line whose sentence continues below. */
const shortestMidway = 24;

/** True if a sentence seems to continue on the next line, which starts at the same position. */
function isMidSentence(line: FlowLine, next: FlowLine): boolean {
  if (line.text.length < shortestMidway || Math.abs(startOf(line) - startOf(next)) > 1) return false;
  return !endsWithCharacter(line.text, ".!?:;,") && beginsSmall(next.text);
}

function firstWordPt(line: FlowLine): number {
  const characterPt = (line.box.x1 - line.box.x0) / Math.max(1, line.text.length);
  return (firstWordLength(line.text) + 1) * characterPt;
}

/** Returns the length of the first word. In Chinese and Japanese each character is a word. */
function firstWordLength(text: string): number {
  let length = 0;
  while (isInk(text.charCodeAt(length))) length += 1;
  if (length > 0 && (length === text.length || text.charCodeAt(length) === space)) return length;
  return /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(text)?.[0]?.length ?? 0;
}

/** Gaps up to this size are usual in print, in ems. Wider ones are those of manuscripts, or between paragraphs. */
const widestUsualEm = 1.2;

/** Maximum gap between lines of one paragraph, in ems: triple spacing. */
const widestEm = 3;

/** Minimum number of wide gaps after full lines that show the spacing of a manuscript. */
const leastWide = 3;

/**
 * Returns the usual gap between lines of a paragraph on this page: the lower quartile. A wide gap counts only after
 * lines that end because of the page width, and if there are more of these than of narrow ones.
 */
export function usualGap(items: readonly FlowItem[], measures: PageMeasures): number {
  const wide: number[] = [];
  let narrow = 0;
  for (let index = 1; index < items.length; index += 1) {
    const gap = gapBefore(items, index, measures);
    if (gap <= widestUsualEm) narrow += 1;
    else if (gap < widestEm && isFullLine(items, index - 1, measures)) wide.push(gap);
  }
  const isManuscript = wide.length >= leastWide && wide.length > narrow;
  if (isManuscript) return lowerQuartile(wide);
  const usual = Math.min(widestUsualEm, usualSingle(items, measures));
  return Math.max(usual, gapWithinSentences(items, measures, usual));
}

/** Returns the usual gap between lines: of all, or of those in the type of most text if it is wider. */
function usualSingle(items: readonly FlowItem[], measures: PageMeasures): number {
  const all: number[] = [];
  const ofText: number[] = [];
  for (let index = 1; index < items.length; index += 1) {
    const gap = gapBefore(items, index, measures);
    if (gap <= -0.8 || gap >= 2) continue;
    all.push(gap);
    if (isOfText(items[index], measures)) ofText.push(gap);
  }
  return Math.max(lowerQuartile(all), ofText.length >= leastOfText ? lowerQuartile(ofText) : 0);
}

/** Minimum number of gaps of most text that count alone, without those of titles, quotes in large type and notes. */
const leastOfText = 4;

/** Maximum difference from the size of most text, as a share. */
const ofTextShare = 0.15;

function isOfText(item: FlowItem | undefined, { usualPt }: PageMeasures): boolean {
  return item?.kind === "line" && Math.abs(item.sizePt - usualPt) <= ofTextShare * usualPt;
}

/** Minimum number of equal gaps within sentences, and maximum difference of equal gaps, in ems. */
const leastEqual = 4;
const equalEm = 0.1;

/** A gap wider than usual by more than this divides paragraphs, in ems. */
const dividingEm = 0.35;

/**
 * Returns the gap at which sentences continue after full lines in the type of most text, if several do so at the same one
 * and it is wider than usual: a page of notes below a few lines of a manuscript. Otherwise 0.
 */
function gapWithinSentences(items: readonly FlowItem[], measures: PageMeasures, usualEm: number): number {
  const gaps: number[] = [];
  for (let index = 1; index < items.length; index += 1) {
    if (!isOfSentence(items[index], measures)) continue;
    const gap = gapBefore(items, index, measures);
    if (gap > usualEm + dividingEm && gap < widestEm && isFullLine(items, index - 1, measures)) gaps.push(gap);
  }
  const middle = gaps[Math.floor(gaps.length / 2)] ?? 0;
  const equal = gaps.filter((gap) => Math.abs(gap - middle) <= equalEm);
  return equal.length >= leastEqual && equal.length > gaps.length / 2 ? middle : 0;
}

function isOfSentence(item: FlowItem | undefined, { usualPt }: PageMeasures): boolean {
  return item?.kind === "line" && beginsSmall(item.text) && item.sizePt >= usualPt;
}

/** Returns the gap between a line and the line before it in its column, in ems; infinite if there is none. */
function gapBefore(items: readonly FlowItem[], index: number, { columns }: PageMeasures): number {
  const item = items[index - 1];
  const next = items[index];
  if (item?.kind !== "line" || next?.kind !== "line" || !columns.areAbove(index - 1, index)) return Infinity;
  return gapEm(item, next);
}

/** Assumes single spacing if there are no gaps. */
function lowerQuartile(gaps: number[]): number {
  sortNumbers(gaps);
  return gaps[Math.floor(gaps.length / 4)] ?? 0.2;
}

/** Measurements of all lines of a page. */
interface PageMeasures {
  /** The width of the lines with most text. */
  readonly usualWidthPt: number;
  /** The font size of most text. */
  readonly usualPt: number;
  readonly columns: LineColumns;
  /**
   * Returns how far lines extend that start at a position or slightly before it, without those across several columns.
   */
  readonly edgeNear: (startPt: number) => number;
}

const stepPt = 12;

/** Number of steps before a line in which others of its column may start: items are indented. */
const stepsBefore = 5;

/** Lines this much wider than usual span columns. */
const maxWidthShare = 1.15;

/** Measures the lines of a page once. */
export function measurePage(items: readonly FlowItem[]): PageMeasures {
  const usualWidthPt = usualWidth(items);
  let edges: ReadonlyMap<number, number> | undefined;
  return {
    usualWidthPt,
    usualPt: usualSize(items),
    columns: new LineColumns(items, usualWidthPt),
    edgeNear(startPt) {
      // Most lines have conclusive neighbours.
      edges ??= edgesOf(items, usualWidthPt);
      const step = Math.floor(startPt / stepPt);
      let edge = -Infinity;
      for (let at = step - stepsBefore; at <= step + 1; at += 1) edge = Math.max(edge, edges.get(at) ?? -Infinity);
      return edge;
    },
  };
}

/** Returns how far lines extend by their start, in steps of `stepPt`. */
function edgesOf(items: readonly FlowItem[], usualWidthPt: number): ReadonlyMap<number, number> {
  const edges = new Map<number, number>();
  for (const item of items) {
    if (item.kind !== "line" || item.isVertical || item.box.x1 - item.box.x0 > maxWidthShare * usualWidthPt) continue;
    const step = Math.floor(startOf(item) / stepPt);
    edges.set(step, Math.max(edges.get(step) ?? -Infinity, endOf(item)));
  }
  return edges;
}

/** Returns the width of the lines with most text: the column of the page. */
function usualWidth(items: readonly FlowItem[]): number {
  const widths: number[] = [];
  const letters: number[] = [];
  let all = 0;
  for (const item of items) {
    if (item.kind !== "line" || item.isVertical) continue;
    widths.push(item.box.x1 - item.box.x0);
    letters.push(item.text.length);
    all += item.text.length;
  }
  sortNumbers(widths, letters);
  let rest = all / 2;
  for (let index = widths.length - 1; index >= 0; index -= 1) {
    rest -= letters[index] ?? 0;
    if (rest <= 0) return widths[index] ?? 0;
  }
  return 0;
}
