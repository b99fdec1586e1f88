import type { ContentMatrix } from "../base/page-resources.ts";

const { fround } = Math;

/**
 * A mutable matrix: fields are faster than array elements. It computes in single precision and in the order of the
 * engine, because distances that separate lines and paragraphs are often right at a threshold.
 */
export class Matrix {
  a = 1;
  b = 0;
  c = 0;
  d = 1;
  e = 0;
  f = 0;

  /** Copies the numbers of a matrix in content or in the document. */
  set(numbers: ContentMatrix | Float64Array): void {
    this.a = fround(numbers[0] ?? 0);
    this.b = fround(numbers[1] ?? 0);
    this.c = fround(numbers[2] ?? 0);
    this.d = fround(numbers[3] ?? 0);
    this.e = fround(numbers[4] ?? 0);
    this.f = fround(numbers[5] ?? 0);
  }

  /** Becomes the identity matrix. */
  reset(): void {
    this.a = 1;
    this.b = 0;
    this.c = 0;
    this.d = 1;
    this.e = 0;
    this.f = 0;
  }

  /** Copies another box. */
  copy(other: Matrix): void {
    this.a = other.a;
    this.b = other.b;
    this.c = other.c;
    this.d = other.d;
    this.e = other.e;
    this.f = other.f;
  }

  /** Becomes the matrix that applies `first`, then `second`. Either may be this matrix. */
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

  /** Translates before applying this matrix. */
  move(x: number, y: number): void {
    this.e = fround(this.e + fround(fround(x * this.a) + fround(y * this.c)));
    this.f = fround(this.f + fround(fround(x * this.b) + fround(y * this.d)));
  }

  /** Translates after applying this matrix. */
  shift(x: number, y: number): void {
    this.e = fround(this.e + x);
    this.f = fround(this.f + y);
  }

  /** Returns the x coordinate of a transformed point. */
  xOf(x: number, y: number): number {
    return fround(fround(fround(x * this.a) + fround(y * this.c)) + this.e);
  }

  /** Returns the x coordinate of a transformed point. */
  yOf(x: number, y: number): number {
    return fround(fround(fround(x * this.b) + fround(y * this.d)) + this.f);
  }
}

/** A mutable bounding box. */
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

  /** True if filling it would paint nothing. */
  isFlat(): boolean {
    return this.x0 >= this.x1 || this.y0 >= this.y1;
  }

  include(x: number, y: number): void {
    if (x < this.x0) this.x0 = x;
    if (x > this.x1) this.x1 = x;
    if (y < this.y0) this.y0 = y;
    if (y > this.y1) this.y1 = y;
  }

  /** Copies another box. */
  become({ x0, y0, x1, y1 }: Bounds): void {
    this.x0 = x0;
    this.y0 = y0;
    this.x1 = x1;
    this.y1 = y1;
  }

  /** Makes the box infinite. */
  grow(): this {
    this.x0 = -Infinity;
    this.y0 = -Infinity;
    this.x1 = Infinity;
    this.y1 = Infinity;
    return this;
  }

  /** Intersects with another box. The result may be empty. */
  cut(other: Bounds): void {
    this.x0 = Math.max(this.x0, other.x0);
    this.y0 = Math.max(this.y0, other.y0);
    this.x1 = Math.min(this.x1, other.x1);
    this.y1 = Math.min(this.y1, other.y1);
  }

  /** Intersects with a rectangle. */
  cutTo([x0, y0, x1, y1]: readonly [number, number, number, number]): void {
    this.x0 = Math.max(this.x0, x0);
    this.y0 = Math.max(this.y0, y0);
    this.x1 = Math.min(this.x1, x1);
    this.y1 = Math.min(this.y1, y1);
  }

  /** Widens the box on each side. */
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
