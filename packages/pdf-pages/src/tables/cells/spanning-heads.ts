import type { Box } from "../../model/page-content.ts";
import { type Column, columnOf, reachesOver } from "./columns.ts";
import type { Fragment } from "./fragment.ts";
import { cellText } from "./visual-rows.ts";

/** The columns that each head spans, in order. */
export type HeadSpans = ReadonlyMap<Fragment, readonly number[]>;

/** Maximum number of columns or heads. */
const maxColumns = 30;

/** Cost of a column without a head, in ems, so that heads over all columns are slightly preferred. */
const bareEms = 0.5;

/** Maximum distance of a head from the centre of its columns, in ems. */
const furthestEms = 2.5;

/**
 * Returns which columns the heads of a line span if there are fewer heads than columns: `2024` and `2025`, each over
 * `Sales` and `Profit`. If the heads right below repeat, each spans one repetition; otherwise each spans neighbouring
 * columns around its centre. Returns `undefined` if no division fits.
 */
export function spansOfHeads(
  heads: readonly Fragment[],
  below: readonly Fragment[],
  columns: readonly Column[],
): HeadSpans | undefined {
  if (heads.length === 0 || heads.length >= columns.length || columns.length > maxColumns) return undefined;
  const sorted = heads.toSorted((a, b) => a.box.x0 - b.box.x0);
  const texts = columns.map((_, at) => cellText(below.filter((fragment) => columnOf(fragment, columns) === at)));
  const ranges = rangesByTurns(sorted, texts, columns) ?? rangesByMiddle(sorted, withHeads(columns, below));
  if (ranges === undefined || areFirstLines(sorted, below, ranges)) return undefined;
  return new Map(
    sorted.map((head, index) => {
      const { from, to } = ranges[index] ?? { from: 0, to: -1 };
      return [head, Array.from({ length: to - from + 1 }, (_, offset) => from + offset)];
    }),
  );
}

/** Returns columns as wide as their heads, over whose middle spanning heads are, if each but the first has one head. */
function withHeads(columns: readonly Column[], heads: readonly Fragment[]): readonly Column[] {
  const own = columns.map((_, at) => heads.filter((head) => columnOf(head, columns) === at));
  if (own.slice(1).some(({ length }) => length !== 1) || heads.some((head) => reachesOver(head, columns)))
    return columns;
  return columns.map(({ x0, x1 }, at) => {
    const boxes = (own[at] ?? []).map(({ box }) => box);
    return { x0: Math.min(x0, ...boxes.map((box) => box.x0)), x1: Math.max(x1, ...boxes.map((box) => box.x1)) };
  });
}

/** Lines of one head have an edge or their centre at the same position, in points. */
const alignedPt = 1.5;

/**
 * True if the heads are the first lines of heads with several: each is aligned with a single one below. A head over an odd
 * number of columns is aligned with the middle one, too; then all heads span equally many.
 */
function areFirstLines(heads: readonly Fragment[], below: readonly Fragment[], ranges: readonly Range[]): boolean {
  const areLines = heads.every((head) => isFirstLine(head, below));
  const counts = ranges.filter(({ from }) => from > 0).map(({ from, to }) => to - from + 1);
  const [count = 1] = counts;
  const areOverOdd = count > 1 && count % 2 === 1 && counts.every((other) => other === count);
  return areLines && !areOverOdd;
}

/** True if a head is above a single one, and aligned with it. */
export function isFirstLine(head: Fragment, below: readonly Fragment[]): boolean {
  const under = underOf(head, below);
  return under.length === 1 && under.every((fragment) => areAligned(head.box, fragment.box));
}

/** Returns the heads below one. */
export function underOf({ box }: Fragment, below: readonly Fragment[]): readonly Fragment[] {
  return below.filter((other) => other.box.x0 < box.x1 && other.box.x1 > box.x0);
}

function areAligned(a: Box, b: Box): boolean {
  const edgesPt = [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2];
  return edgesPt.some((distance) => Math.abs(distance) <= alignedPt);
}

/** The first and last of some columns. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function rangesByTurns(
  heads: readonly Fragment[],
  below: readonly string[],
  columns: readonly Column[],
): readonly Range[] | undefined {
  const own = heads.filter((head) => isOverFirst(head, columns));
  const over = heads.slice(own.length);
  const start = [own.length, 1, 0].find((first) => first >= own.length && isInTurns(below.slice(first), over.length));
  if (start === undefined || own.length > 1) return undefined;
  const turn = (columns.length - start) / over.length;
  const ranges = [
    ...own.map(() => ({ from: 0, to: 0 })),
    ...over.map((_, index) => ({ from: start + index * turn, to: start + (index + 1) * turn - 1 })),
  ];
  return ranges.every(({ from, to }, index) => touches(heads[index], columns[from], columns[to])) ? ranges : undefined;
}

function isOverFirst({ box }: Fragment, [first]: readonly Column[]): boolean {
  return first !== undefined && box.x0 < first.x1;
}

/** True if texts repeat the same sequence. */
export function isInTurns(texts: readonly string[], turns: number): boolean {
  const length = texts.length / turns;
  if (turns < 2 || length < 2 || !Number.isInteger(length)) return false;
  return texts.every((text, index) => text !== "" && text === texts[index % length]);
}

function touches(head: Fragment | undefined, first: Column | undefined, last: Column | undefined): boolean {
  if (head === undefined || first === undefined || last === undefined) return false;
  return head.box.x1 > first.x0 && head.box.x0 < last.x1;
}

interface Choice {
  readonly cost: number;
  readonly ranges: readonly Range[];
}

const impossible: Choice = { cost: Infinity, ranges: [] };

/**
 * From the last head to the first, stores the best choice for the remaining columns, so that none is computed twice.
 */
function rangesByMiddle(heads: readonly Fragment[], columns: readonly Column[]): readonly Range[] | undefined {
  const barePt = bareEms * (heads[0]?.sizePt ?? 10);
  let after = Array.from({ length: columns.length + 1 }, (_, next): Choice => {
    return { cost: (columns.length - next) * barePt, ranges: [] };
  });
  for (const head of heads.toReversed()) {
    const rest = after;
    after = rest.map((_, next) => {
      const choices = rangesFrom(next, columns).map((range): Choice => {
        const { cost, ranges } = rest[range.to + 1] ?? impossible;
        return { cost: (range.from - next) * barePt + misfit(head, range, columns) + cost, ranges: [range, ...ranges] };
      });
      return choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best), impossible);
    });
  }
  const [best = impossible] = after;
  return best.cost === Infinity ? undefined : best.ranges;
}

function rangesFrom(next: number, columns: readonly Column[]): readonly Range[] {
  return columns.slice(next).flatMap((_, offset) => {
    const from = next + offset;
    return columns.slice(from).map((__, length) => ({ from, to: from + length }));
  });
}

/** Returns the distance of a head from the centre of some columns, in points; infinite if it is too far. */
function misfit(head: Fragment, { from, to }: Range, columns: readonly Column[]): number {
  const [first, last] = [columns[from], columns[to]];
  if (first === undefined || last === undefined || !touches(head, first, last)) return Infinity;
  if (from === 0 && to > 0 && !isOverFirst(head, columns)) return Infinity;
  const middle = Math.abs(head.box.x0 + head.box.x1 - first.x0 - last.x1) / 2;
  const edges = Math.min(Math.abs(head.box.x0 - first.x0), Math.abs(head.box.x1 - last.x1));
  const nearest = from === to ? Math.min(middle, edges) : middle;
  return nearest <= furthestEms * head.sizePt ? nearest : Infinity;
}
