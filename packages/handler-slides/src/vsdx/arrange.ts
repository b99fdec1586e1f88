import type { Box, DrawnShape } from "./shape.ts";

/** Returns shapes in reading order: from top to bottom, and from left to right if they are side by side. */
export function inReadingOrder(shapes: readonly DrawnShape[]): readonly DrawnShape[] {
  const rows: DrawnShape[][] = [];
  for (const shape of shapes.toSorted((one, other) => topOf(other.box) - topOf(one.box))) {
    const [first] = rows.at(-1) ?? [];
    if (first !== undefined && isBeside(first.box, shape.box)) rows.at(-1)?.push(shape);
    else rows.push([shape]);
  }
  return rows.flatMap((row) => row.toSorted((one, other) => one.box.left - other.box.left));
}

function topOf({ bottom, height }: Box): number {
  return bottom + height;
}

/** True if the tops of two shapes differ by at most half of the lower shape's height. */
function isBeside(one: Box, other: Box): boolean {
  return Math.abs(topOf(one) - topOf(other)) <= Math.min(one.height, other.height) / 2;
}

/** Moves the shapes that lie on a container, such as a swimlane, into it. */
export function nestInContainers(shapes: readonly DrawnShape[]): readonly DrawnShape[] {
  const containers = shapes
    .filter(({ isContainer }) => isContainer)
    .toSorted((one, other) => areaOf(one) - areaOf(other));
  if (containers.length === 0) return shapes;
  const members = new Map<DrawnShape, DrawnShape[]>();
  const outermost: DrawnShape[] = [];
  for (const shape of shapes) {
    const around = containers.find(
      (each) => each !== shape && areaOf(each) > areaOf(shape) && isOn(each.box, shape.box),
    );
    const into = around === undefined ? outermost : (members.get(around) ?? []);
    into.push(shape);
    if (around !== undefined) members.set(around, into);
  }
  return outermost.map((shape) => withMembers(shape, members));
}

/** Containers lie on larger ones only, so that this ends. */
function withMembers(shape: DrawnShape, members: ReadonlyMap<DrawnShape, readonly DrawnShape[]>): DrawnShape {
  const own = members.get(shape);
  if (own === undefined) return shape;
  return { ...shape, children: [...shape.children, ...own.map((each) => withMembers(each, members))] };
}

function areaOf({ box }: DrawnShape): number {
  return box.width * box.height;
}

function isOn(container: Box, { left, bottom, width, height }: Box): boolean {
  const [x, y] = [left + width / 2, bottom + height / 2];
  const isAcross = x >= container.left && x <= container.left + container.width;
  return isAcross && y >= container.bottom && y <= container.bottom + container.height;
}
