import { isYear, wordCount } from "../cells/cell-kinds.ts";
import type { Column } from "../cells/columns.ts";
import { gapBetween, isWrapped, type Fragment } from "../cells/fragment.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** Minimum gap between columns, in ems. Narrower gaps are between words. */
const columnGapEms = 0.17;

/**
 * Maximum distance of the middles of text of two rows of one table, in ems. Engines differ in how high the boxes of lines
 * are, and agree where their middles are.
 */
const maxRowEms = 3.4;

/** A line alone in its row with more words is prose. */
const maxLabelWords = 9;

/** Maximum number of consecutive rows with one fragment in a table: lines of a long cell, group headings. */
const maxSingles = 5;

/** True if a row has fragments side by side. */
export function isSeveral(row: VisualRow): boolean {
  return hasGap(row, columnGapEms);
}

/** The widest gap between the heads of columns is at least this many ems. Narrower ones are in a title in several fonts or with a link. */
const headGapEms = 0.6;

/** True if a row above a table may be a line of its heads. */
export function mayBeHeads(row: VisualRow): boolean {
  return hasGap(row, headGapEms);
}

/** Minimum gap between the two parts of a running header, as a share of the width below it. */
const headerGapShare = 0.3;

/** Maximum gap within a part, such as that behind the number of a chapter, in ems. */
const partGapEms = 3;

/** Maximum distance of a running header from the ends of what is below it, in points. */
const headerEndPt = 6;

const pageNumber = /^\d{1,4}$/u;

/**
 * True if the top line of a page is at both ends of what is below it, such as a chapter and a page number, or if a page
 * number is at one end and other words are somewhere in the line. Without heads below it, words at both ends may be heads.
 */
export function isRunningHeader(row: VisualRow, below: Column, hasHeads = true): boolean {
  return (hasHeads && isAtBothEnds(row, below)) || isNumberedPage(row, below);
}

function isNumberedPage({ fragments, box }: VisualRow, below: Column): boolean {
  const [first, last] = [fragments[0], fragments.at(-1)];
  if (first === undefined || last === undefined || fragments.some(({ text }) => isYear(text))) return false;
  const isLeft = pageNumber.test(first.text) && Math.abs(box.x0 - below.x0) <= headerEndPt;
  const isRight = pageNumber.test(last.text) && Math.abs(below.x1 - box.x1) <= headerEndPt;
  const words = fragments.slice(isLeft ? 1 : 0, isRight ? -1 : undefined);
  const areTogether = gapsOf(words).every((gap) => gap <= partGapEms * first.sizePt);
  return isLeft !== isRight && words.length > 0 && areTogether;
}

function isAtBothEnds({ fragments, box }: VisualRow, below: Column): boolean {
  const isAtEnds = Math.abs(box.x0 - below.x0) <= headerEndPt && Math.abs(below.x1 - box.x1) <= headerEndPt;
  if (!isAtEnds) return false;
  const wide = gapsOf(fragments).filter((gap) => gap > partGapEms * (fragments[0]?.sizePt ?? 10));
  return wide.length === 1 && wide.every((gap) => gap >= headerGapShare * (below.x1 - below.x0));
}

function gapsOf(fragments: readonly Fragment[]): readonly number[] {
  return fragments.slice(1).map((next, index) => next.box.x0 - (fragments[index]?.box.x1 ?? 0));
}

/** Minimum size ratio of a title above a table. Its heads are about as large as its cells. */
const titleRatio = 1.3;

/** True if a line above some text is a title in larger type. */
export function isLarger({ fragments }: VisualRow, below: readonly Fragment[]): boolean {
  const sizePt = below[0]?.sizePt ?? Infinity;
  return fragments.every((fragment) => fragment.sizePt > titleRatio * sizePt);
}

function hasGap({ fragments }: VisualRow, leastEms: number): boolean {
  return fragments.some((fragment, index) => {
    const next = fragments[index + 1];
    return next !== undefined && gapBetween(fragment.box, next.box) >= leastEms * fragment.sizePt;
  });
}

/** Minimum size ratio of a line alone in its row that is a heading for what follows. */
const headingRatio = 1.12;

/** Section numbers: `2`, `2.1`, `A.3`, `IV.`, and the maximum distance of their titles. */
const sectionNumber = /^(?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2})*\.?$/u;
const maxTitleGapEms = 2.5;

/**
 * Returns stretches of rows that may be tables: they start with fragments side by side, and end with such a row or with
 * further lines of the last row's cells.
 */
export function alignedRegions(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const headings = rows.flatMap((row, at) => (isNumberedHeading(row, rows[at - 1], rows[at + 1]) ? [at] : []));
  const starts = [0, ...headings.map((at) => at + 1)];
  return starts.flatMap((start, index) => regionsOf(rows.slice(start, headings[index])));
}

function regionsOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const regions: VisualRow[][] = [];
  let region: VisualRow[] = [];
  let singles: VisualRow[] = [];
  const close = (): void => {
    if (region.length > 1) regions.push([...region, ...singles.slice(0, tailLength(region, singles))]);
    region = [];
    singles = [];
  };
  for (const [index, row] of rows.entries()) {
    const before = singles.at(-1) ?? region.at(-1);
    if (before !== undefined && (isApart(before, rows, index) || isHeading(row, region))) close();
    if (isSeveral(row)) {
      region.push(...singles, row);
      singles = [];
    } else if (region.length > 0) {
      singles.push(row);
      if (areBelowTable(singles, region)) close();
    }
  }
  close();
  return regions;
}

/** True if a row is far from the one before, and not because all rows are. */
function isApart(before: VisualRow, rows: readonly VisualRow[], index: number): boolean {
  const row = rows[index];
  return row !== undefined && isFar(before, row) && !isEvenlyApart(rows, index);
}

function isFar(before: VisualRow, row: VisualRow): boolean {
  const size = Math.max(before.fragments[0]?.sizePt ?? 0, row.fragments[0]?.sizePt ?? 0);
  return highestMiddle(row) - lowestMiddle(before) > maxRowEms * size;
}

function highestMiddle({ fragments }: VisualRow): number {
  return Math.min(...fragments.map(middleOf));
}

function lowestMiddle({ fragments }: VisualRow): number {
  return Math.max(...fragments.map(middleOf));
}

function middleOf({ box }: Fragment): number {
  return (box.y0 + box.y1) / 2;
}

/** Maximum gap between evenly spaced rows of one table, in ems, and the maximum difference of two such gaps. */
const maxEvenGapEms = 4;
const evenEms = 0.2;

/** True if a row is as far from the one above as two other rows beside it, most of which have fragments side by side. */
function isEvenlyApart(rows: readonly VisualRow[], index: number): boolean {
  return [rows.slice(Math.max(index - 2, 0), index + 1), rows.slice(index - 1, index + 2)].some((three) => {
    const [first, second, third] = three;
    if (first === undefined || second === undefined || third === undefined) return false;
    const sizePt = second.fragments[0]?.sizePt ?? 0;
    const gaps = [second.box.y0 - first.box.y1, third.box.y0 - second.box.y1] as const;
    const isEven = Math.abs(gaps[0] - gaps[1]) <= evenEms * sizePt && Math.max(...gaps) <= maxEvenGapEms * sizePt;
    return isEven && three.filter(isSeveral).length > 1;
  });
}

function isHeading(row: VisualRow, region: readonly VisualRow[]): boolean {
  const [only] = row.fragments;
  if (only === undefined || row.fragments.length > 1) return false;
  const largestPt = Math.max(
    ...region.slice(-maxSingles).flatMap(({ fragments }) => fragments.map((fragment) => fragment.sizePt)),
  );
  return only.sizePt > headingRatio * largestPt;
}

/** True if a row is a section number with a title after it, in larger type than a neighbouring row. */
export function isNumberedHeading(
  { fragments }: VisualRow,
  above: VisualRow | undefined,
  below: VisualRow | undefined,
): boolean {
  const [number, title, ...others] = fragments;
  if (number === undefined || title === undefined || others.length > 0 || !sectionNumber.test(number.text))
    return false;
  if (!/^\P{L}?\p{L}/u.test(title.text) || gapBetween(number.box, title.box) > maxTitleGapEms * title.sizePt)
    return false;
  const sizePt = Math.min(number.sizePt, title.sizePt);
  return [above, below].some((row) => row !== undefined && sizePt > headingRatio * largestOf(row));
}

function largestOf({ fragments }: VisualRow): number {
  return Math.max(...fragments.map((fragment) => fragment.sizePt));
}

/**
 * True if single lines are not in the table above: they are too many, or the last one is prose that continues no cell of
 * its last row, such as the long text of the last column.
 */
function areBelowTable(singles: readonly VisualRow[], rows: readonly VisualRow[]): boolean {
  const last = singles.at(-1);
  if (last === undefined || singles.length > maxSingles) return last !== undefined;
  return isProseLine(last) && wrappedLength(rows, singles) < singles.length;
}

function isProseLine(row: VisualRow): boolean {
  return row.fragments.reduce((sum, fragment) => sum + wordCount(fragment.text), 0) > maxLabelWords;
}

/**
 * The stretches of rows to try as tables, each once: many start or end with single lines, and are equal without them.
 */
export class Stretches {
  readonly #rows: readonly VisualRow[];
  readonly #several: readonly boolean[];
  /** The ends of the stretches tried, by start. */
  readonly #taken = new Map<number, Set<number>>();

  constructor(rows: readonly VisualRow[]) {
    this.#rows = rows;
    this.#several = rows.map(isSeveral);
  }

  /**
   * Returns what could be a table between two positions: from the first row with fragments side by side to the last one
   * and its continuation lines. Returns `undefined` if fewer than two rows have such fragments, or if it was tried before.
   */
  take(start: number, end: number): readonly VisualRow[] | undefined {
    const first = this.#several.indexOf(true, start);
    const last = this.#several.lastIndexOf(true, end - 1);
    if (first < 0 || first >= last) return undefined;
    const tail = tailLength(this.#rows.slice(first, last + 1), this.#rows.slice(last + 1, end));
    return this.#takeOnce(first, last + tail) ? this.#rows.slice(first, last + 1 + tail) : undefined;
  }

  /** Records a stretch. Returns whether it is new. */
  #takeOnce(first: number, last: number): boolean {
    const ends = this.#taken.get(first) ?? new Set();
    if (ends.has(last)) return false;
    this.#taken.set(first, ends.add(last));
    return true;
  }
}

/** Lines closer than this belong to the same cell, in ems. */
const nearEms = 0.6;

/** Edges that differ by less are equal, in points. */
const alignedPt = 2;

/** Lines of one block follow each other at less than this many times their height. */
const leadingEms = 1.45;

/** Maximum number of rows that determine the width of a column. */
const maxCompared = 30;

/**
 * Returns how many single lines below a table's last row continue one of its cells, because the next word had no room
 * there. Text below the first column follows the table, unless labels of other rows are wrapped, too.
 */
export function tailLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  return blockLength(rows, below) || wrappedLength(rows, below) || labelLength(rows, below);
}

/** Minimum number of rows with values whose labels are wrapped. */
const leastWrapped = 2;

/** Returns how many lines continue the label of the last row, if labels of rows above it are wrapped. */
function labelLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  const [label] = rows.at(-1)?.fragments ?? [];
  if (label === undefined) return 0;
  const edge = edgeOf(rows, label);
  const wrapped = rows.filter((row, index) => continuesLabel(row, { above: rows[index - 1], label, edge }));
  if (wrapped.length < leastWrapped) return 0;
  const end = below.findIndex((row, index) => {
    const above = index === 0 ? rows.at(-1) : below[index - 1];
    return !continuesLabel(row, { above, label, edge });
  });
  return end < 0 ? below.length : end;
}

interface LabelAbove {
  readonly above: VisualRow | undefined;
  /** A label of the column. */
  readonly label: Fragment;
  /** How far labels extend. */
  readonly edge: number;
}

/** True if a row has only a line of a label, right below one after which its first word had no room. */
function continuesLabel(row: VisualRow, { above, label, edge }: LabelAbove): boolean {
  const [first] = row.fragments;
  const last = above?.fragments.findLast(({ box }) => box.x1 <= edge + alignedPt);
  if (first === undefined || last === undefined || row.box.x1 > edge + alignedPt) return false;
  if (Math.abs(first.box.x0 - label.box.x0) > alignedPt || first.isBold !== label.isBold) return false;
  const stepPt = row.box.y0 - (above?.box.y0 ?? 0);
  return stepPt < leadingEms * heightOf(row) && isWrapped(last, first, edge);
}

/** Maximum variation of the gaps between lines of text, in points. */
const samePt = 0.5;

/** Minimum number of lines of a block beside others, and maximum number of lines below those. */
const leastBlockRows = 3;
const maxBlockLines = 2;

/**
 * Returns how many lines continue the longest of several blocks side by side, such as addresses: aligned with it, at
 * the same line distance, with a larger gap below.
 */
function blockLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  const block = rows.slice(-leastBlockRows);
  const near = below.slice(0, maxBlockLines + 1);
  const length = near.findIndex((row, index) => !isNextLine([...block, ...near.slice(0, index)], row));
  const count = length < 0 ? near.length : length;
  const after = below[count];
  const isApart = after === undefined || after.box.y0 - (below[count - 1]?.box.y1 ?? 0) > nearEms * heightOf(after);
  return count <= maxBlockLines && isApart && block.length === leastBlockRows ? count : 0;
}

function isNextLine(above: readonly VisualRow[], row: VisualRow): boolean {
  const [fragment, ...others] = row.fragments;
  const steps = [...above, row].slice(1).map(({ box }, index) => box.y0 - (above[index]?.box.y0 ?? 0));
  const isEven = Math.max(...steps) - Math.min(...steps) <= samePt && (steps[0] ?? 0) < leadingEms * heightOf(row);
  if (fragment === undefined || others.length > 0 || !isEven) return false;
  return above.slice(0, leastBlockRows).every(({ fragments }) => {
    const at = fragments.findIndex(({ box }) => Math.abs(box.x0 - fragment.box.x0) <= alignedPt);
    return at >= 0 && fragment.box.x1 < (fragments[at + 1]?.box.x0 ?? Infinity);
  });
}

function heightOf({ box }: VisualRow): number {
  return box.y1 - box.y0;
}

function wrappedLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  const last = rows.at(-1);
  if (last === undefined) return 0;
  let above: Fragment | undefined;
  let length = 0;
  for (const { fragments } of below) {
    const [fragment] = fragments;
    if (fragment === undefined || fragments.length > 1) break;
    above ??= last.fragments.slice(1).find((cell) => isBelow(cell, fragment));
    if (above === undefined || !isBelow(above, fragment) || !isWrapped(above, fragment, edgeOf(rows, above))) break;
    above = fragment;
    length += 1;
  }
  return length;
}

function isBelow(above: Fragment, fragment: Fragment): boolean {
  const gapPt = fragment.box.y0 - above.box.y1;
  return Math.abs(above.box.x0 - fragment.box.x0) <= alignedPt && gapPt < nearEms * fragment.sizePt;
}

/** Returns how far the cells extend that start where one does. */
function edgeOf(rows: readonly VisualRow[], cell: Fragment): number {
  const column = rows.slice(-maxCompared).flatMap(({ fragments }) => fragments);
  const ends = column.filter(({ box }) => Math.abs(box.x0 - cell.box.x0) <= alignedPt).map(({ box }) => box.x1);
  return Math.max(cell.box.x1, ...ends);
}
