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
