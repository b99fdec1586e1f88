import type { Box } from "./page-content.ts";

/** Returns the smallest box that contains all items. Most rows, cells and blocks have one item, whose box it is. */
export function boxAround(items: readonly { readonly box: Box }[]): Box {
  const [only] = items;
  if (only !== undefined && items.length === 1) return only.box;
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

/** Returns the overlap of two boxes as a share of the narrower one's width, 0 to 1. */
export function sharedWidth(one: Box, other: Box): number {
  return sharedPart(Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0), one.x1 - one.x0, other.x1 - other.x0);
}

/** Returns the overlap of two boxes as a share of the lower one's height, 0 to 1. */
export function sharedHeight(one: Box, other: Box): number {
  return sharedPart(Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0), one.y1 - one.y0, other.y1 - other.y0);
}

/** Returns a common length as a share of the shorter of two lengths, 0 to 1. */
function sharedPart(common: number, one: number, other: number): number {
  const least = Math.min(one, other);
  if (common <= 0) return 0;
  return least <= 0 ? 1 : Math.min(1, common / least);
}

/** Returns how far the last start of some boxes is after the first end. No gutter between columns of them is wider. */
export function widestGutter(boxes: readonly Box[]): number {
  let lastStart = -Infinity;
  let firstEnd = Infinity;
  for (const { x0, x1 } of boxes) {
    if (x0 > lastStart) lastStart = x0;
    if (x1 < firstEnd) firstEnd = x1;
  }
  return lastStart - firstEnd;
}

/** A point on a page, in points as displayed. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Converts two corners to a box. */
export function boxOf([x0, y0, x1, y1]: readonly [number, number, number, number]): Box {
  return { x0, y0, x1, y1 };
}

/** Returns the box of an image: its matrix applied to the unit square. */
export function imageBox([a, b, c, d, e, f]: readonly [number, number, number, number, number, number]): Box {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** Returns the intersection of two boxes, with negative size if they do not overlap. */
export function intersection(one: Box, other: Box): Box {
  return {
    x0: Math.max(one.x0, other.x0),
    y0: Math.max(one.y0, other.y0),
    x1: Math.min(one.x1, other.x1),
    y1: Math.min(one.y1, other.y1),
  };
}

/** True if two boxes overlap. */
export function touch(one: Box, other: Box): boolean {
  return one.x0 < other.x1 && other.x0 < one.x1 && one.y0 < other.y1 && other.y0 < one.y1;
}

/** True if a point is inside a box, or at most `slack` outside. */
export function holds(box: Box, { x, y }: Point, slack: number = 0): boolean {
  return x >= box.x0 - slack && x <= box.x1 + slack && y >= box.y0 - slack && y <= box.y1 + slack;
}

/** Returns the centre of a box. */
export function centreOf(box: Box): Point {
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
}

/** Returns the smallest box around all boxes, or `undefined` if there are none. */
export function unionOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  return boxes.reduce((one, other) => ({
    x0: Math.min(one.x0, other.x0),
    y0: Math.min(one.y0, other.y0),
    x1: Math.max(one.x1, other.x1),
    y1: Math.max(one.y1, other.y1),
  }));
}

/** Returns the box of whole pixels that a box touches. */
export function scaledBox(box: Box, scale: number): Box {
  const { x0, y0, x1, y1 } = box;
  return {
    x0: Math.floor(x0 * scale),
    y0: Math.floor(y0 * scale),
    x1: Math.ceil(x1 * scale),
    y1: Math.ceil(y1 * scale),
  };
}
