/** A box that grows. */
export class Bounds {
  x0: number = Infinity;
  y0: number = Infinity;
  x1: number = -Infinity;
  y1: number = -Infinity;

  isEmpty(): boolean {
    return this.x0 > this.x1;
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

  unite(other: Bounds): void {
    if (other.isEmpty()) return;
    this.include(other.x0, other.y0);
    this.include(other.x1, other.y1);
  }
}
