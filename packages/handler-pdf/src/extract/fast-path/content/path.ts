import type { Box } from "@reader/pdf-pages";
import { Bounds } from "./matrix.ts";
import type { Matrix } from "./matrix.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";

/** The kinds of path segments. */
const move = 0;
const line = 1;
const curve = 2;
const close = 3;

/** Visits the segments of a path, with points as written. */
export interface PathVisitor {
  move(x: number, y: number): void;
  line(x: number, y: number): void;
  /** Called for a curve with two control points. */
  curve(points: Float32Array, index: number): void;
  close(): void;
}

/**
 * The first segments of a path. Shared by all pages, which run one at a time: allocating off-heap memory for each page
 * would be slow.
 */
const firstCommands = new Uint8Array(64);
const firstPoints = new Float32Array(256);

/** The current path as the engine keeps it: in single precision, without segments that draw nothing. */
export class Path {
  private commands: Uint8Array = firstCommands;
  private points: Float32Array = firstPoints;
  private commandCount = 0;
  private pointCount = 0;
  private last = close;
  private beginX = 0;
  private beginY = 0;
  private x = 0;
  private y = 0;

  /** Removes all segments. */
  clear(): void {
    this.commandCount = 0;
    this.pointCount = 0;
    this.last = close;
  }

  moveTo(x: number, y: number): void {
    if (this.commandCount > 0 && this.last === move) {
      this.commandCount--;
      this.pointCount -= 2;
    }
    this.push(move);
    this.point(x, y);
    this.beginX = this.x;
    this.beginY = this.y;
  }

  lineTo(x: number, y: number): void {
    if (this.commandCount === 0) return;
    if (this.last !== move && this.isHere(x, y)) return;
    this.goOn();
    this.push(line);
    this.point(x, y);
  }

  /** Adds a curve with two control points and its end. */
  curveTo(numbers: Float64Array): void {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
    const end = [numbers[4] ?? 0, numbers[5] ?? 0] as const;
    if (this.isHere(x1, y1)) this.curveFromHere(x2, y2, end);
    else if (isSame(x2, end[0]) && isSame(y2, end[1])) this.curveToEnd(x1, y1, end);
    else this.curve(x1, y1, [x2, y2, ...end]);
  }

  /** Adds a curve whose first control point is its start. */
  curveFromHere(x2: number, y2: number, end: readonly [number, number]): void {
    const isFlat = (isSame(x2, end[0]) && isSame(y2, end[1])) || this.isHere(x2, y2);
    if (isFlat) this.lineTo(...end);
    else this.curve(this.x, this.y, [x2, y2, ...end]);
  }

  /** Adds a curve whose second control point is its end. */
  curveToEnd(x1: number, y1: number, end: readonly [number, number]): void {
    const isFlat = (isSame(x1, end[0]) && isSame(y1, end[1])) || this.isHere(x1, y1);
    if (isFlat) this.lineTo(...end);
    else this.curve(x1, y1, [...end, ...end]);
  }

  private curve(x1: number, y1: number, [x2, y2, x3, y3]: readonly [number, number, number, number]): void {
    if (this.commandCount === 0) return;
    this.goOn();
    this.push(curve);
    this.point(x1, y1);
    this.point(x2, y2);
    this.point(x3, y3);
  }

  close(): void {
    if (this.commandCount === 0 || this.last === close) return;
    this.push(close);
    this.x = this.beginX;
    this.y = this.beginY;
  }

  /** Adds a rectangle given by two corners. */
  rectangle(x: number, y: number, far: readonly [number, number]): void {
    const [farX, farY] = far;
    this.moveTo(x, y);
    this.push(line);
    this.point(farX, y);
    this.push(line);
    this.point(farX, farY);
    this.push(line);
    this.point(x, farY);
    this.close();
  }

  /** Returns the smallest box around all points under a matrix, or `undefined` if there are none. */
  box(matrix: Matrix): Box | undefined {
    return this.pointCount === 0 ? undefined : this.boundsIn(matrix);
  }

  /** Returns the bounds under a matrix; empty if there are no points. */
  boundsIn(matrix: Matrix): Bounds {
    const bounds = new Bounds();
    for (let index = 0; index < this.pointCount; index += 2) {
      const x = this.points[index] ?? 0;
      const y = this.points[index + 1] ?? 0;
      bounds.include(matrix.xOf(x, y), matrix.yOf(x, y));
    }
    return bounds;
  }

  /** Visits all segments. */
  visit(visitor: PathVisitor): void {
    const { commands, points } = this;
    let at = 0;
    for (let index = 0; index < this.commandCount; index++) {
      const command = commands[index];
      if (command === close) visitor.close();
      else if (command === curve) {
        visitor.curve(points, at);
        at += 6;
      } else {
        const x = points[at++] ?? 0;
        const y = points[at++] ?? 0;
        if (command === move) visitor.move(x, y);
        else visitor.line(x, y);
      }
    }
  }

  private isHere(x: number, y: number): boolean {
    return isSame(x, this.x) && isSame(y, this.y);
  }

  /** What the engine does after a closed subpath without a new start is undefined. */
  private goOn(): void {
    if (this.last === close) throw new UnsupportedContent("path");
  }

  private push(command: number): void {
    if (this.commandCount === this.commands.length)
      this.commands = larger(this.commands, new Uint8Array(this.commandCount * 2));
    this.commands[this.commandCount++] = command;
    this.last = command;
  }

  private point(x: number, y: number): void {
    if (this.pointCount + 2 > this.points.length) {
      this.points = larger(this.points, new Float32Array(this.points.length * 2));
    }
    this.points[this.pointCount++] = x;
    this.points[this.pointCount++] = y;
    this.x = Math.fround(x);
    this.y = Math.fround(y);
  }
}

function isSame(one: number, other: number): boolean {
  return Math.fround(one) === Math.fround(other);
}

function larger<Numbers extends Uint8Array | Float32Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}
