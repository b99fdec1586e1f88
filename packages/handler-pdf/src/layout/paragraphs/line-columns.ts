import type { Box } from "../../model/page-content.ts";
import type { FlowItem, FlowLine } from "../flow.ts";
import { endOf, startOf } from "../line-geometry.ts";

/** How many lines before and after are looked at. */
const neighbours = 8;

/** Shorter lines, in characters or in heights of their type, end anywhere. */
const leastLength = 16;
const leastLengthEm = 8;

/**
 * What the lines above and below a line say of its column. Each line of a page is asked for, and looks at up to sixteen
 * others: so their places are kept as plain numbers in rows, which takes half of the time of asking the lines.
 */
export class LineColumns {
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
