import type { QuickMatrix } from "../base/quick-resources.ts";

const { fround } = Math;

/**
 * A matrix that changes: fields are faster than elements of an array. It computes with as few digits as the engine does, in
 * the same order, because lines are told from paragraphs by distances that are often just on the limit.
 */
export class Matrix {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;

  /** Takes the numbers that content or a document gives. */
  set(numbers: QuickMatrix | Float64Array): void {
    this.a = fround(numbers[0] ?? 0);
    this.b = fround(numbers[1] ?? 0);
    this.c = fround(numbers[2] ?? 0);
    this.d = fround(numbers[3] ?? 0);
    this.e = fround(numbers[4] ?? 0);
    this.f = fround(numbers[5] ?? 0);
  }

  /** Becomes the matrix that changes nothing. */
  reset(): void {
    this.a = 1;
    this.b = 0;
    this.c = 0;
    this.d = 1;
    this.e = 0;
    this.f = 0;
  }

  /** Becomes like another. */
  copy(other: Matrix): void {
    this.a = other.a;
    this.b = other.b;
    this.c = other.c;
    this.d = other.d;
    this.e = other.e;
    this.f = other.f;
  }

  /** Becomes what does `first` and then `second`; either may be this one. */
  multiply(first: Matrix, second: Matrix): void {
    const { a, b, c, d, e, f } = first;
    const { a: g, b: h, c: i, d: j, e: k, f: l } = second;
    this.a = fround(fround(a * g) + fround(b * i));
    this.b = fround(fround(a * h) + fround(b * j));
    this.c = fround(fround(c * g) + fround(d * i));
    this.d = fround(fround(c * h) + fround(d * j));
    this.e = fround(fround(fround(e * g) + fround(f * i)) + k);
    this.f = fround(fround(fround(e * h) + fround(f * j)) + l);
  }

  /** Becomes what moves first, and then does what this did. */
  move(x: number, y: number): void {
    this.e = fround(this.e + fround(fround(x * this.a) + fround(y * this.c)));
    this.f = fround(this.f + fround(fround(x * this.b) + fround(y * this.d)));
  }

  /** Moves what it does, so far as is given. */
  shift(x: number, y: number): void {
    this.e = fround(this.e + x);
    this.f = fround(this.f + y);
  }

  /** Where a point comes to stand. */
  xOf(x: number, y: number): number {
    return fround(fround(fround(x * this.a) + fround(y * this.c)) + this.e);
  }

  /** Where a point comes to stand. */
  yOf(x: number, y: number): number {
    return fround(fround(fround(x * this.b) + fround(y * this.d)) + this.f);
  }
}

/** A box that grows. */
export class Bounds {
  x0: number = Infinity;
  y0: number = Infinity;
  x1: number = -Infinity;
  y1: number = -Infinity;

  isEmpty(): boolean {
    return this.x0 > this.x1 || this.y0 > this.y1;
  }

  clear(): void {
    this.x0 = Infinity;
    this.y0 = Infinity;
    this.x1 = -Infinity;
    this.y1 = -Infinity;
  }

  /** Whether nothing of it would be filled. */
  isFlat(): boolean {
    return this.x0 >= this.x1 || this.y0 >= this.y1;
  }

  include(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
  }

  /** Becomes like another. */
  become({ x0, y0, x1, y1 }: Bounds): void {
    this.x0 = x0;
    this.y0 = y0;
    this.x1 = x1;
    this.y1 = y1;
  }

  /** Becomes what has no end. */
  grow(): this {
    this.x0 = -Infinity;
    this.y0 = -Infinity;
    this.x1 = Infinity;
    this.y1 = Infinity;
    return this;
  }

  /** Becomes what it has in common with another, which may be empty. */
  cut(other: Bounds): void {
    this.x0 = Math.max(this.x0, other.x0);
    this.y0 = Math.max(this.y0, other.y0);
    this.x1 = Math.min(this.x1, other.x1);
    this.y1 = Math.min(this.y1, other.y1);
  }

  /** The same, with the sides of a rectangle. */
  cutTo([x0, y0, x1, y1]: readonly [number, number, number, number]): void {
    this.x0 = Math.max(this.x0, x0);
    this.y0 = Math.max(this.y0, y0);
    this.x1 = Math.min(this.x1, x1);
    this.y1 = Math.min(this.y1, y1);
  }

  /** Becomes larger on each side. */
  widen(by: number): void {
    this.x0 -= by;
    this.y0 -= by;
    this.x1 += by;
    this.y1 += by;
  }

  unite(other: Bounds): void {
    if (other.isEmpty()) return;
    this.include(other.x0, other.y0);
    this.include(other.x1, other.y1);
  }
}
