import type { Box } from "@reader/core/handler";

/** Two words that share so much of the smaller one's place are the same ink. */
const minSharedPart = 0.5;

/** Whether two words stand in one place: the one is in that of the other, or nearly. */
export function isSamePlace(one: Box, other: Box): boolean {
  return sharedArea(one, other) > Math.min(areaOf(one), areaOf(other)) * minSharedPart;
}

/** Whether two words take the same place, neither more than the other. */
export function isAllOfPlace(one: Box, other: Box): boolean {
  return sharedArea(one, other) > Math.max(areaOf(one), areaOf(other)) * minEqualPart;
}

const minEqualPart = 0.8;

function sharedArea(one: Box, other: Box): number {
  const width = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const height = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return width > 0 && height > 0 ? width * height : 0;
}

function areaOf({ x0, y0, x1, y1 }: Box): number {
  return (x1 - x0) * (y1 - y0);
}
