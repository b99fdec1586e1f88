import type { Box } from "../../model/page-content.ts";
import type { FlowItem, FlowLine } from "../flow.ts";
import { endOf, startOf } from "../flow.ts";

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
export class LineColumns {
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
