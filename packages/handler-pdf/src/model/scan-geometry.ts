import type { Box } from "./page-content.ts";
import { intersection, type Point } from "./geometry.ts";

/** A matrix as content writes it. */
export type Transform = readonly [number, number, number, number, number, number];

/** The matrix that changes nothing. */
export const identity: Transform = [1, 0, 0, 1, 0, 0];

/** Where nothing is clipped. */
export const everywhere: Box = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** The matrix that does `first` and then `second`. */
export function concat(first: Transform, second: Transform): Transform {
  if (second === identity) return first;
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

/** The matrix that moves by so much and then does what this one does. */
export function moved([a, b, c, d, e, f]: Transform, x: number, y: number): Transform {
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

/** Where a matrix puts a point. */
export function placed([a, b, c, d, e, f]: Transform, x: number, y: number): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Whether text of this matrix runs to the right, so that its start tells what it may be under. */
export function runsRightwards([a, b]: Transform): boolean {
  return a > 0 && Math.abs(b) < 0.01 * a;
}

/** The smallest box around a box, which may be absent, and some points in pairs of numbers. */
export function grown(box: Box | undefined, matrix: Transform, numbers: readonly number[]): Box {
  let { x0, y0, x1, y1 } = box ?? { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const { x, y } = placed(matrix, numbers[index] ?? 0, numbers[index + 1] ?? 0);
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  return { x0, y0, x1, y1 };
}

/** The corners of a rectangle that is given by one of them and its size. */
export function cornersOf(numbers: readonly number[]): readonly number[] {
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers;
  return [x, y, x + width, y, x, y + height, x + width, y + height];
}

/** What is seen of a box through a clip. */
export function seenOf(box: Box, clip: Box): Box {
  return clip === everywhere ? box : intersection(box, clip);
}

/** What a base line may stand outside of a box, while its letters reach into it. */
const slackPt = 4;

/** Whether text that starts here may run into a box; what cannot be told may. */
export function mayReach({ x, y }: Point, { x0, y0, x1, y1 }: Box): boolean {
  const isApart = x >= x1 || y >= y1 || y <= y0 - slackPt || x0 >= x1;
  return !isApart;
}

/** Whether text that starts here is cut off by a clip from its first letter on. */
export function isOutside({ x, y }: Point, clip: Box): boolean {
  if (clip === everywhere) return false;
  const isInside = x < clip.x1 && x > clip.x0 - slackPt && y < clip.y1 && y > clip.y0 - slackPt;
  return !isInside || clip.x1 - clip.x0 < 1 || clip.y1 - clip.y0 < 1;
}
