import type { FlowItem } from "../flow.ts";
import { endOf, startOf } from "../line-geometry.ts";
import { sortNumbers } from "../../model/sort-numbers.ts";
import { LineColumns } from "./line-columns.ts";

/** What is known of the lines of a page as a whole. */
export interface PageMeasures {
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
