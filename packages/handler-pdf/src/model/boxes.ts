import type { Matrix, Rect } from "mupdf";
import type { Box } from "./page-content.ts";

/** The smallest box that holds all of these. */
export function boxAround(items: readonly { readonly box: Box }[]): Box {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (const { box } of items) {
    if (box.x0 < x0) x0 = box.x0;
    if (box.y0 < y0) y0 = box.y0;
    if (box.x1 > x1) x1 = box.x1;
    if (box.y1 > y1) y1 = box.y1;
  }
  return { x0, y0, x1, y1 };
}

/** How much of the narrower box's width both share, 0 to 1. */
export function sharedWidth(one: Box, other: Box): number {
  return sharedPart(Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0), one.x1 - one.x0, other.x1 - other.x0);
}

/** How much of the lower box's height both share, 0 to 1. */
export function sharedHeight(one: Box, other: Box): number {
  return sharedPart(Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0), one.y1 - one.y0, other.y1 - other.y0);
}

/** How much of the shorter of two lengths is what both have in common, 0 to 1. */
function sharedPart(common: number, one: number, other: number): number {
  const least = Math.min(one, other);
  if (common <= 0) return 0;
  return least <= 0 ? 1 : Math.min(1, common / least);
}

/** A place on a page, in points as it is displayed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the engine as a box. */
export function boxOf([x0, y0, x1, y1]: Rect): Box {
  return { x0, y0, x1, y1 };
}

/** Where a picture stands that the matrix spreads from the unit square. */
export function imageBox([a, b, c, d, e, f]: Matrix): Box {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** What two boxes share; inside out where they share nothing. */
export function intersection(one: Box, other: Box): Box {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  };
}

/** Whether two boxes share anything. */
export function touch(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}

/** Whether a place lies in a box, or at most `slack` beside it. */
export function holds(box: Box, { x, y }: Point, slack: number = 0): boolean {
  return x >= box.x0 - slack && x <= box.x1 + slack && y >= box.y0 - slack && y <= box.y1 + slack;
}

/** The middle of a box. */
export function centreOf(box: Box): Point {
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
}

/** The smallest box around all of these; `undefined` where there are none. */
export function unionOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  return boxes.reduce((one, other) => ({
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  }));
}
