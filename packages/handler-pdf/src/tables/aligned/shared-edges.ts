import type { Box } from "../../model/page-content.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** Where cells of several rows begin and end. */
export interface SharedEdges {
  readonly begins: (x: number) => boolean;
  readonly ends: (x: number) => boolean;
  /** Whether inside of a box cells of other rows end, and others begin behind them. */
  readonly crosses: (box: Box) => boolean;
}

/** Cells of one column begin, or end, at places that differ by no more. */
const samePt = 0.7;

/** A place is an edge where cells of so many rows begin, and of this share of all rows. */
const leastRows = 2;
const leastShare = 0.3;

/** An edge this near to one of a box is not inside of it. */
const insidePt = 3;

/** Finds the edges that the cells of some rows share. */
export function sharedEdges(rows: readonly VisualRow[]): SharedEdges {
  const least = Math.max(leastRows, leastShare * rows.length);
  const boxes = rows.flatMap(({ pieces }) => pieces.map(({ box }) => box));
  const starts = sharedOf(boxes.map(({ x0 }) => x0).toSorted(byNumber), least);
  const stops = sharedOf(boxes.map(({ x1 }) => x1).toSorted(byNumber), least);
  return {
    begins: (x) => starts.some((start) => Math.abs(start - x) <= samePt),
    ends: (x) => stops.some((stop) => Math.abs(stop - x) <= samePt),
    crosses: ({ x0, x1 }) => {
      const stop = stops.find((x) => x > x0 + insidePt) ?? Infinity;
      return starts.some((start) => start > stop && start < x1 - insidePt);
    },
  };
}

function byNumber(one: number, other: number): number {
  return one - other;
}

/** The middles of groups of at least so many numbers that are nearly the same. */
function sharedOf(sorted: readonly number[], least: number): readonly number[] {
  const shared: number[] = [];
  let from = 0;
  for (let at = 1; at <= sorted.length; at += 1) {
    const first = sorted[from] ?? 0;
    if ((sorted[at] ?? Infinity) - first <= samePt) continue;
    if (at - from >= least) shared.push(first + ((sorted[at - 1] ?? first) - first) / 2);
    from = at;
  }
  return shared;
}
