/** An affine transformation: x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** XPS counts in 96ths of an inch. */
export const pointsPerUnit = 0.75;

/** The transformation from the units of a page to points. */
export const toPoints: Matrix = [pointsPerUnit, 0, 0, pointsPerUnit, 0, 0];

/** Returns the transformation that applies `inner`, then `outer`. */
export function multiplied(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [p, q, r, s, t, u] = outer;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

/** Returns a point after a transformation. */
export function moved([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [x: number, y: number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns how much a transformation enlarges. */
export function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Parses `1,0,0,1,20,30`. Returns `undefined` if these are not six numbers. */
export function parseMatrix(text: string | undefined): Matrix | undefined {
  const numbers = numbersIn(text ?? "");
  return isMatrix(numbers) ? numbers : undefined;
}

function isMatrix(numbers: readonly number[]): numbers is Matrix {
  return numbers.length === 6;
}

/** Maximum number of numbers of an attribute. */
const maxNumbers = 100_000;

/** Returns the numbers of an attribute, which are finite. */
export function numbersIn(text: string): readonly number[] {
  const numbers: number[] = [];
  for (const [word] of text.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?/gi)) {
    if (numbers.length >= maxNumbers) break;
    numbers.push(Number(word));
  }
  return numbers.filter(Number.isFinite);
}
