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
