import { sortNumbers } from "../../model/numbers.ts";
import type { Box } from "../../model/page-content.ts";
import { beginsSmall, endsWithCharacter, isInk, space } from "../../model/plain-text.ts";
import { endOf, type FlowItem, type FlowLine, gapEm, startOf, usualSize } from "../flow.ts";

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
  if (widthPt < narrowShare * usualWidthPt && mayBeProse(line, next)) {
    columns.look(index, true);
    if (isProse(items, columns)) return reachesEdge(line, next, measures);
  }
  if (widthPt < shortShare * usualWidthPt || isBrief(line, next)) return false;
  columns.look(index, false);
  return reachesEdge(line, next, measures);
}

function mayBeProse(line: FlowLine, next: FlowLine): boolean {
  return beginsSmall(line.text) || beginsSmall(next.text);
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
 * True in a narrow column of prose, such as text beside an image: as short as the lines of an address, a list or a poem,
 * but for most of them the next word would not have fitted.
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

/** True if two short lines follow each other, each with its own start. */
function isBrief(line: FlowLine, next: FlowLine): boolean {
  if (line.sizePt >= largestBriefPt || (line.isBold && next.isBold)) return false;
  if (Math.max(line.text.length, next.text.length) > briefLength) return false;
  return /^(?:[\p{Lu}\p{N}]|[(+]\d)/u.test(next.text) && /[\p{Ll}\p{N}]/u.test(next.text) && !/[,-]$/u.test(line.text);
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
  const gaps: number[] = [];
  const wide: number[] = [];
  let narrow = 0;
  for (let index = 1; index < items.length; index += 1) {
    const gap = gapBefore(items, index, measures);
    if (gap > -0.8 && gap < 2) gaps.push(gap);
    if (gap <= widestUsualEm) narrow += 1;
    else if (gap < widestEm && isFullLine(items, index - 1, measures)) wide.push(gap);
  }
  const isManuscript = wide.length >= leastWide && wide.length > narrow;
  return isManuscript ? lowerQuartile(wide) : Math.min(widestUsualEm, lowerQuartile(gaps));
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

/** Maximum width of a line of the same column, as a share of another one's. */
const maxNarrowShare = 1.6;

/** Number of lines compared before and after. */
const neighbours = 8;

/** Minimum length of a line whose end is significant, in characters or ems. */
const leastLength = 16;
const leastLengthEm = 8;

/**
 * Compares a line with those above and below to find its column. Called for each line of a page, with up to sixteen
 * others: positions are kept in arrays of numbers, which halves the time.
 */
class LineColumns {
  /** Number of nearby lines in the same column. */
  lines = 0;
  /** Number of those that end where the line does. */
  alike = 0;
  /** The furthest end among them. */
  edge = 0;
  /** The first start among them. */
  start = 0;
  /** The indexes of the first and the last of these lines. */
  first = 0;
  last = 0;

  readonly #usualWidthPt: number;
  readonly #lefts: number[] = [];
  readonly #rights: number[] = [];
  /** NaN for anything but a line. */
  readonly #sizes: number[] = [];
  readonly #blocks: number[] = [];
  readonly #lengths: number[] = [];
  /** The same number for consecutive lines of one block, start and size, as in a column. */
  readonly #columns: number[] = [];
  /** The widest line that counts. */
  #widestPt = Infinity;
  #starts: readonly number[] = this.#lefts;
  #ends: readonly number[] = this.#rights;

  /** Records the lines of a page. */
  constructor(items: readonly FlowItem[], usualWidthPt: number) {
    this.#usualWidthPt = usualWidthPt;
    let isFromRight = false;
    for (const item of items) {
      if (item.kind === "line") this.#add(item);
      else this.#addOther();
      isFromRight ||= item.kind === "line" && item.isRightToLeft;
    }
    if (!isFromRight) return;
    this.#starts = items.map((item) => (item.kind === "line" ? startOf(item) : 0));
    this.#ends = items.map((item) => (item.kind === "line" ? endOf(item) : 0));
  }

  #add({ box, sizePt, block, text }: FlowLine): void {
    this.#columns.push(this.#columnOf(box, sizePt, block));
    this.#lefts.push(box.x0);
    this.#rights.push(box.x1);
    this.#sizes.push(sizePt);
    this.#blocks.push(block);
    this.#lengths.push(text.length);
  }

  #addOther(): void {
    this.#columns.push(this.#columns.length);
    this.#lefts.push(0);
    this.#rights.push(0);
    this.#sizes.push(Number.NaN);
    this.#blocks.push(-1);
    this.#lengths.push(0);
  }

  /** Returns the column of the line before, or a new one. */
  #columnOf({ x0, x1 }: Box, sizePt: number, block: number): number {
    const next = this.#columns.length;
    const last = next - 1;
    const isSame = x0 === this.#lefts[last] && sizePt === this.#sizes[last] && block === this.#blocks[last];
    return isSame && sizePt >= 1 && x1 > x0 && this.#width(last) > 0 ? (this.#columns[last] ?? next) : next;
  }

  /** True if two lines are above each other in similar type. */
  areAbove(line: number, other: number): boolean {
    if (this.#columns[line] === this.#columns[other]) return true;
    return this.#isOfOneSize(line, other) && this.#shareWidth(line, other);
  }

  /** Compares a line, by index, with its neighbours, or only with the narrow ones. Another line must follow it. */
  look(index: number, isNarrow: boolean): void {
    this.#widestPt = isNarrow ? maxNarrowShare * this.#width(index) : Infinity;
    this.lines = 0;
    this.alike = 0;
    this.first = index;
    this.last = index;
    this.edge = Math.max(this.#ends[index] ?? 0, this.#ends[index + 1] ?? 0);
    this.start = this.#starts[index] ?? 0;
    const slackPt = this.#slack(index);
    const first = Math.max(0, index - neighbours);
    for (let other = index - 1; other >= first && this.#takes(index, other, slackPt);) other -= 1;
    const last = Math.min(this.#ends.length - 1, index + neighbours);
    for (let other = index + 1; other <= last && this.#takes(index, other, slackPt);) other += 1;
  }

  /** Returns the tolerance for lines that end together; 0 if the line is too short. */
  #slack(index: number): number {
    const sizePt = this.#size(index);
    const furthestPt = (this.#ends[index] ?? 0) - leastLengthEm * sizePt;
    const isLong = (this.#lengths[index] ?? 0) >= leastLength && (this.#starts[index] ?? 0) < furthestPt;
    return isLong ? 0.12 * sizePt : 0;
  }

  /** Returns whether the search continues after another line. */
  #takes(line: number, other: number, slackPt: number): boolean {
    if (!this.#isInColumn(line, other)) return false;
    const end = this.#ends[other] ?? 0;
    this.lines += 1;
    this.first = Math.min(this.first, other);
    this.last = Math.max(this.last, other);
    if (Math.abs((this.#ends[line] ?? 0) - end) < slackPt && (this.#lengths[other] ?? 0) >= leastLength)
      this.alike += 1;
    // Enough lines agree, and in justified text the next ones would too.
    if (this.alike > 1 && this.#widestPt === Infinity) return false;
    this.edge = Math.max(this.edge, end);
    this.start = Math.min(this.start, this.#starts[other] ?? 0);
    return true;
  }

  /** A line that spans several columns does not show the width of one. */
  #isInColumn(line: number, other: number): boolean {
    if (this.#width(other) > this.#widestPt) return false;
    if (this.#columns[line] === this.#columns[other]) return true;
    if (!this.#isOfOneSize(line, other) || !this.#shareWidth(line, other)) return false;
    if (this.#blocks[line] === this.#blocks[other]) return true;
    const widthPt = this.#width(line);
    return widthPt < 0.8 * this.#usualWidthPt || this.#width(other) < maxNarrowShare * widthPt;
  }

  #isOfOneSize(line: number, other: number): boolean {
    const ratio = this.#size(other) / Math.max(1, this.#size(line));
    return ratio <= 1.15 && ratio >= 0.85;
  }

  #shareWidth(line: number, other: number): boolean {
    const right = Math.min(this.#rights[line] ?? 0, this.#rights[other] ?? 0);
    const left = Math.max(this.#lefts[line] ?? 0, this.#lefts[other] ?? 0);
    if (right <= left) return false;
    const least = Math.min(this.#width(line), this.#width(other));
    return least <= 0 || (right - left) / least >= 0.5;
  }

  #width(line: number): number {
    return (this.#rights[line] ?? 0) - (this.#lefts[line] ?? 0);
  }

  #size(line: number): number {
    return this.#sizes[line] ?? 0;
  }
}
