import type { FlowItem } from "../flow.ts";
import { endOf, startOf } from "../line-geometry.ts";

/** What is known of the lines of a page as a whole. */
export interface PageMeasures {
  /** How wide the lines are that hold most of the text. */
  readonly usualWidthPt: number;
  /** How far lines go that begin at a place, in steps of `stepPt`; those across several columns left out. */
  readonly edges: ReadonlyMap<number, number>;
}

const stepPt = 12;

/** How many steps before a line others may begin that are in its column: items are set in. */
const stepsBefore = 5;

/** Lines this much wider than usual go across columns. */
const maxWidthShare = 1.15;

/** Measures the lines of a page once. */
export function measurePage(items: readonly FlowItem[]): PageMeasures {
  const usualWidthPt = usualWidth(items);
  const edges = new Map<number, number>();
  for (const item of items) {
    if (item.kind !== "line" || item.isVertical || item.box.x1 - item.box.x0 > maxWidthShare * usualWidthPt) continue;
    const step = Math.floor(startOf(item) / stepPt);
    edges.set(step, Math.max(edges.get(step) ?? -Infinity, endOf(item)));
  }
  return { usualWidthPt, edges };
}

/** How far the lines go that begin at a place, or a little before it. */
export function edgeNear(edges: ReadonlyMap<number, number>, start: number): number {
  const step = Math.floor(start / stepPt);
  let edge = -Infinity;
  for (let at = step - stepsBefore; at <= step + 1; at += 1) edge = Math.max(edge, edges.get(at) ?? -Infinity);
  return edge;
}

/** How wide the lines are that hold most of the text: the column of the page. */
function usualWidth(items: readonly FlowItem[]): number {
  const widths: { readonly widthPt: number; readonly letters: number }[] = [];
  let all = 0;
  for (const item of items) {
    if (item.kind !== "line" || item.isVertical) continue;
    widths.push({ widthPt: item.box.x1 - item.box.x0, letters: item.text.length });
    all += item.text.length;
  }
  let rest = all / 2;
  for (const { widthPt, letters } of widths.sort((one, other) => other.widthPt - one.widthPt)) {
    rest -= letters;
    if (rest <= 0) return widthPt;
  }
  return 0;
}
