import { stextScale, type StextBox } from "../../../model/stext-json.ts";
import { NotQuick } from "../base/not-quick.ts";

const { fround } = Math;

/** What the engine prints as a number; what is more is nowhere near a page. */
const tooMany = 2 ** 31;

/** Whole units of a length in points, cut off towards zero as the engine prints it. Throws `NotQuick` where it is none. */
export function unitsOf(points: number): number {
  const units = fround(points * stextScale);
  if (!(Math.abs(units) < tooMany)) throw new NotQuick("out of bounds");
  return Math.trunc(units) + 0;
}

/** The same of a box between two corners. */
export function boxOf(x0: number, y0: number, end: { readonly x1: number; readonly y1: number }): StextBox {
  return { x: unitsOf(x0), y: unitsOf(y0), w: unitsOf(fround(end.x1 - x0)), h: unitsOf(fround(end.y1 - y0)) };
}

/** The box around the unit square where a matrix puts it. */
export function unitSquareOf(matrix: readonly number[] | Float64Array): StextBox {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const end = { x1: highest(a, c, e), y1: highest(b, d, f) };
  return boxOf(lowest(a, c, e), lowest(b, d, f), end);
}

function lowest(one: number, other: number, origin: number): number {
  return fround(Math.min(0, one, other, one + other) + origin);
}

function highest(one: number, other: number, origin: number): number {
  return fround(Math.max(0, one, other, one + other) + origin);
}
