import { type XmlElement } from "@reader/office-kit/xml";
import { boxAround, type ShapeBox } from "../slides/reading-order.ts";

/** Returns the position of a shape in centimetres, or `undefined` if it is unknown. */
export function boxOf(shape: XmlElement): ShapeBox | undefined {
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

type Point = readonly [x: number, y: number];

function boxOfPoints(points: readonly Point[]): ShapeBox | undefined {
  if (!points.flat().every(Number.isFinite)) return undefined;
  return boxAround(points.map(([x, y]) => ({ left: x, top: y, right: x, bottom: y })));
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

/** Maximum length of a list of transformations. LibreOffice writes at most four. */
const maxTransformCharacters = 1000;

/** One transformation: its name and its values. Bounded, so that the search takes linear time. */
const transformation = /([a-zA-Z]{1,20})\s{0,20}\(([^()]{0,200})\)/g;

/** Returns how a shape at the origin moves to its place: by `svg:x` and `svg:y`, or by rotations and translations. */
function moveOf(attributes: Readonly<Record<string, string>>): Move | undefined {
  const transform = attributes["draw:transform"];
  if (transform === undefined) {
    const [left, top] = [centimetres(attributes["svg:x"]), centimetres(attributes["svg:y"])];
    return ([x, y]) => [x + left, y + top];
  }
  if (transform.length > maxTransformCharacters) return undefined;
  const steps = [...transform.matchAll(transformation)].map(([, name = "", values = ""]) => stepOf(name, values));
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
