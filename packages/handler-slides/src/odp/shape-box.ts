import { childrenOf, type XmlElement } from "@reader/office-kit/xml";
import type { ShapeBox } from "../slides/reading-order.ts";

/** Returns the position of a shape in centimetres, or `undefined` if it is unknown. A group is as large as its shapes. */
export function boxOf(shape: XmlElement): ShapeBox | undefined {
  if (shape.name === "draw:g" || shape.name === "draw:a") return boxAround(childrenOf(shape).map(boxOf));
  const { attributes } = shape;
  const length = (name: string): number => centimetres(attributes[name]);
  if ("svg:x1" in attributes)
    return boxOfPoints([
      [length("svg:x1"), length("svg:y1")],
      [length("svg:x2"), length("svg:y2")],
    ]);
  const [width, height] = [length("svg:width"), length("svg:height")];
  const corners: readonly Point[] = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ];
  const move = moveOf(attributes);
  return move === undefined ? undefined : boxOfPoints(corners.map(move));
}

function boxAround(boxes: readonly (ShapeBox | undefined)[]): ShapeBox | undefined {
  const known = boxes.filter((box) => box !== undefined);
  return boxOfPoints(
    known.flatMap(({ left, top, right, bottom }): readonly Point[] => [
      [left, top],
      [right, bottom],
    ]),
  );
}

type Point = readonly [x: number, y: number];

function boxOfPoints(points: readonly Point[]): ShapeBox | undefined {
  const [x, y] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const box = { left: Math.min(...x), top: Math.min(...y), right: Math.max(...x), bottom: Math.max(...y) };
  return Object.values(box).every(Number.isFinite) ? box : undefined;
}

/** Centimetres per unit (OpenDocument 1.3, 18.3.18). */
const units: Readonly<Record<string, number>> = {
  cm: 1,
  mm: 0.1,
  in: 2.54,
  pt: 2.54 / 72,
  pc: 2.54 / 6,
  px: 2.54 / 96,
};

function centimetres(length = ""): number {
  const [, value, unit = ""] = /^\s*(-?[\d.]+)(cm|mm|in|pt|pc|px)\s*$/.exec(length) ?? [];
  return Number(value) * (units[unit] ?? Number.NaN);
}

type Move = (point: Point) => Point;

/** Returns how a shape at the origin moves to its place: by `svg:x` and `svg:y`, or by rotations and translations. */
function moveOf(attributes: Readonly<Record<string, string>>): Move | undefined {
  const transform = attributes["draw:transform"];
  if (transform === undefined) {
    const [left, top] = [centimetres(attributes["svg:x"]), centimetres(attributes["svg:y"])];
    return ([x, y]) => [x + left, y + top];
  }
  const steps = [...transform.matchAll(/(\w+)\s*\(([^)]*)\)/g)].map(([, name = "", values = ""]) =>
    stepOf(name, values),
  );
  return (point) => steps.reduce((moved, step) => step(moved), point);
}

function stepOf(name: string, values: string): Move {
  const [first = "", second = "0cm"] = values.trim().split(/[\s,]+/);
  if (name === "translate") return ([x, y]) => [x + centimetres(first), y + centimetres(second)];
  // Angles are in radians, counter-clockwise. Other transformations are not followed.
  const angle = name === "rotate" ? Number(first) : Number.NaN;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return ([x, y]) => [x * cos + y * sin, y * cos - x * sin];
}
