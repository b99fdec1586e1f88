import { sortNumbers } from "../../model/numbers.ts";
import type { Box } from "../../model/page-content.ts";
import { beginsSmall, endsWithSign, isInk, space } from "../../model/plain-text.ts";
import { endOf, type FlowItem, type FlowLine, gapEm, startOf } from "../flow.ts";

/** A line much shorter than most of the page ends where its author wished. */
const shortShare = 0.4;

/**
 * Whether a line reaches the edge of its column: the first word of the next one would not have fitted, or another line
 * nearby ends at the same place. Such a line ends because the paper does.
 */
export function isFullLine(items: readonly FlowItem[], index: number, measures: PageMeasures): boolean {
  const line = items[index];
  const next = items[index + 1];
  if (line?.kind !== "line" || next?.kind !== "line") return false;
  if (line.box.x1 - line.box.x0 < shortShare * measures.usualWidthPt || isBrief(line, next)) return false;
  const { columns } = measures;
  columns.look(index);
  if (isJustified(columns)) return true;
  const edge = isMidSentence(line, next) ? edgeOfQuotation(line, columns) : edgeOfColumn(line, columns, measures);
  return endOf(line) + firstWordPt(next) > edge - 0.1 * line.sizePt;
}

/** Lines of an address are no longer, and those of a column of prose seldom as short. */
const briefLength = 28;

/** A title in larger type goes on below, however few its words are. */
const largestBriefPt = 14;

/** Whether two lines of few words follow each other, each with a beginning of its own. */
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

/** With fewer lines nearby, those of the whole page that begin at the same place say how wide the column is. */
const fewLines = 3;

/** A quotation is set in from both sides of its column, by no more than this in heights of its type. */
const maxInsetEm = 6;

/** The shortest line of a sentence that goes on below. */
const shortestMidway = 24;

/** Whether a sentence seems to go on from one line to the next, which begins at the same place. */
function isMidSentence(line: FlowLine, next: FlowLine): boolean {
  if (line.text.length < shortestMidway || Math.abs(startOf(line) - startOf(next)) > 1) return false;
  return !endsWithSign(line.text, ".!?:;,") && beginsSmall(next.text);
}

function firstWordPt(line: FlowLine): number {
  const characterPt = (line.box.x1 - line.box.x0) / Math.max(1, line.text.length);
  return (firstWordLength(line.text) + 1) * characterPt;
}

/** How many characters the first word has; in Chinese and Japanese each is a word. */
function firstWordLength(text: string): number {
  let length = 0;
  while (isInk(text.charCodeAt(length))) length += 1;
  if (length > 0 && (length === text.length || text.charCodeAt(length) === space)) return length;
  return /^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\S+)/u.exec(text)?.[0]?.length ?? 0;
}

/** The white space between the lines of paragraphs on this page: that of the closer quarter. */
export function usualGap(items: readonly FlowItem[], { columns }: PageMeasures): number {
  const gaps: number[] = [];
  for (let index = 1; index < items.length; index += 1) {
    const item = items[index - 1];
    const next = items[index];
    if (item?.kind !== "line" || next?.kind !== "line" || !columns.areAbove(index - 1, index)) continue;
    const gap = gapEm(item, next);
    if (gap > -0.8 && gap < 2) gaps.push(gap);
  }
  sortNumbers(gaps);
  return Math.min(1.2, gaps[Math.floor(gaps.length / 4)] ?? 0.2);
}

/** What is known of the lines of a page as a whole. */
interface PageMeasures {
  /** How wide the lines are that hold most of the text. */
  readonly usualWidthPt: number;
  readonly columns: LineColumns;
  /** How far the lines go that begin at a place, or a little before it; those across several columns left out. */
  readonly edgeNear: (startPt: number) => number;
}

const stepPt = 12;

/** How many steps before a line others may begin that are in its column: items are set in. */
const stepsBefore = 5;

/** Lines this much wider than usual go across columns. */
const maxWidthShare = 1.15;

/** Measures the lines of a page once. */
export function measurePage(items: readonly FlowItem[]): PageMeasures {
  const usualWidthPt = usualWidth(items);
  let edges: ReadonlyMap<number, number> | undefined;
  return {
    usualWidthPt,
    columns: new LineColumns(items, usualWidthPt),
    edgeNear(startPt) {
      // Most lines have others beside them that tell.
      edges ??= edgesOf(items, usualWidthPt);
      const step = Math.floor(startPt / stepPt);
      let edge = -Infinity;
      for (let at = step - stepsBefore; at <= step + 1; at += 1) edge = Math.max(edge, edges.get(at) ?? -Infinity);
      return edge;
    },
  };
}

/** How far lines go by where they begin, in steps of `stepPt`. */
function edgesOf(items: readonly FlowItem[], usualWidthPt: number): ReadonlyMap<number, number> {
  const edges = new Map<number, number>();
  for (const item of items) {
    if (item.kind !== "line" || item.isVertical || item.box.x1 - item.box.x0 > maxWidthShare * usualWidthPt) continue;
    const step = Math.floor(startOf(item) / stepPt);
    edges.set(step, Math.max(edges.get(step) ?? -Infinity, endOf(item)));
  }
  return edges;
}

/** How wide the lines are that hold most of the text: the column of the page. */
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

/** How many lines before and after are looked at. */
const neighbours = 8;

/** Shorter lines, in characters or in heights of their type, end anywhere. */
const leastLength = 16;
const leastLengthEm = 8;

/**
 * What the lines above and below a line say of its column. Each line of a page is asked for, and looks at up to sixteen
 * others: so their places are kept as plain numbers in rows, which takes half of the time of asking the lines.
 */
class LineColumns {
  /** How many lines of the column of the line that was looked at are near it. */
  lines = 0;
  /** Those of them that end where the line does. */
  alike = 0;
  /** Where the furthest of them ends. */
  edge = 0;
  /** Where the first of them begins. */
  start = 0;

  readonly #usualWidthPt: number;
  readonly #lefts: number[] = [];
  readonly #rights: number[] = [];
  /** Not a number for what is no line. */
  readonly #sizes: number[] = [];
  readonly #blocks: number[] = [];
  readonly #lengths: number[] = [];
  /** The same for lines in a row that are in one block and begin at one place in one size, as those of a column do. */
  readonly #columns: number[] = [];
  #starts: readonly number[] = this.#lefts;
  #ends: readonly number[] = this.#rights;

  /** Takes down the lines of a page. */
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

  /** That of the line before, or a new one. */
  #columnOf({ x0, x1 }: Box, sizePt: number, block: number): number {
    const next = this.#columns.length;
    const last = next - 1;
    const isSame = x0 === this.#lefts[last] && sizePt === this.#sizes[last] && block === this.#blocks[last];
    return isSame && sizePt >= 1 && x1 > x0 && this.#width(last) > 0 ? (this.#columns[last] ?? next) : next;
  }

  /** Whether two lines stand above each other, in type of nearly one size. */
  areAbove(line: number, other: number): boolean {
    if (this.#columns[line] === this.#columns[other]) return true;
    return this.#isOfOneSize(line, other) && this.#shareWidth(line, other);
  }

  /** Looks around a line, by its index; another must follow. */
  look(index: number): void {
    this.lines = 0;
    this.alike = 0;
    this.edge = Math.max(this.#ends[index] ?? 0, this.#ends[index + 1] ?? 0);
    this.start = this.#starts[index] ?? 0;
    const slackPt = this.#slack(index);
    const first = Math.max(0, index - neighbours);
    for (let other = index - 1; other >= first && this.#takes(index, other, slackPt);) other -= 1;
    const last = Math.min(this.#ends.length - 1, index + neighbours);
    for (let other = index + 1; other <= last && this.#takes(index, other, slackPt);) other += 1;
  }

  /** So near to the end of a line another ends with it; 0 where the line is too short to tell. */
  #slack(index: number): number {
    const sizePt = this.#size(index);
    const furthestPt = (this.#ends[index] ?? 0) - leastLengthEm * sizePt;
    const isLong = (this.#lengths[index] ?? 0) >= leastLength && (this.#starts[index] ?? 0) < furthestPt;
    return isLong ? 0.12 * sizePt : 0;
  }

  /** Whether the search goes on behind another line. */
  #takes(line: number, other: number, slackPt: number): boolean {
    if (!this.#isInColumn(line, other)) return false;
    const end = this.#ends[other] ?? 0;
    this.lines += 1;
    if (Math.abs((this.#ends[line] ?? 0) - end) < slackPt && (this.#lengths[other] ?? 0) >= leastLength)
      this.alike += 1;
    // So many say enough, and in justified text the next ones do.
    if (this.alike > 1) return false;
    this.edge = Math.max(this.edge, end);
    this.start = Math.min(this.start, this.#starts[other] ?? 0);
    return true;
  }

  /** A line that spans several columns says nothing of the width of one. */
  #isInColumn(line: number, other: number): boolean {
    if (this.#columns[line] === this.#columns[other]) return true;
    if (!this.#isOfOneSize(line, other) || !this.#shareWidth(line, other)) return false;
    if (this.#blocks[line] === this.#blocks[other]) return true;
    const widthPt = this.#width(line);
    return widthPt < 0.8 * this.#usualWidthPt || this.#width(other) < 1.6 * widthPt;
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
