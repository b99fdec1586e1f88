import type { Box, Paint, Rgb, Vector } from "@reader/pdf-pages";
import type { Pdfium } from "../engine/engine.ts";
import { floatsAt, numberAt, withMemory } from "../engine/memory.ts";
import type { PageGeometry } from "./geometry.ts";

/** Something that a page paints, in painting order. */
export type PaintedObject = PaintedText | PaintedImage | PaintedPath;

/** A text object. */
interface PaintedText {
  readonly type: "text";
  /** The handle of the object. */
  readonly object: number;
  readonly box: Box;
  /** Absent if nothing is inked. */
  readonly paint: Paint | undefined;
}

/** An image, or a shading. */
interface PaintedImage {
  readonly type: "image";
  readonly box: Box;
}

/** A path, with a box for each of its parts. */
interface PaintedPath {
  readonly type: "path";
  readonly boxes: readonly PathPart[];
  readonly fill: Paint | undefined;
  readonly stroke: Paint | undefined;
  readonly box: Box;
}

interface PathPart {
  readonly box: Box;
  readonly isRectangle: boolean;
}

/** Types of page objects, of path segments, and modes of text (`fpdf_edit.h`). */
const textType = 1;
const pathType = 2;
const imageType = 3;
const shadingType = 4;
const formType = 5;
const moveTo = 2;
const bezierTo = 1;
const invisibleText = 3;

/** Maximum number of objects and path segments read per page. Maps have more; the first ones show what they are. */
const maxObjects = 50_000;
const maxSegments = 200_000;
const maxDepth = 12;

/** A transformation: `[a b c d e f]`. */
type Matrix = readonly [number, number, number, number, number, number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Reads what a page paints, with the content of its forms. */
export function readObjects(engine: Pdfium, page: number, geometry: PageGeometry): readonly PaintedObject[] {
  return withMemory(engine, 64, (memory) => {
    const walk: Walk = { engine, geometry, memory, found: [], segments: 0 };
    const count = engine.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && walk.found.length < maxObjects; index += 1) {
      addObject(walk, engine.FPDFPage_GetObject(page, index), { matrix: identity, depth: 0 });
    }
    return walk.found;
  });
}

interface Walk {
  readonly engine: Pdfium;
  readonly geometry: PageGeometry;
  /** The address of 64 bytes for results. */
  readonly memory: number;
  readonly found: PaintedObject[];
  segments: number;
}

interface Place {
  readonly matrix: Matrix;
  readonly depth: number;
}

function addObject(walk: Walk, object: number, place: Place): void {
  const { engine, found } = walk;
  const type = engine.FPDFPageObj_GetType(object);
  if (type === formType) addForm(walk, object, place);
  else if (type === textType) {
    const isInked = engine.FPDFTextObj_GetTextRenderMode(object) !== invisibleText;
    const paint = isInked ? colourOf(walk, object, "fill") : undefined;
    found.push({ type: "text", object, box: boundsOf(walk, object, place), paint });
  } else if (type === imageType || type === shadingType) {
    found.push({ type: "image", box: boundsOf(walk, object, place) });
  } else if (type === pathType) addPath(walk, object, place);
}

function addForm(walk: Walk, object: number, { matrix, depth }: Place): void {
  const { engine, memory } = walk;
  if (depth >= maxDepth) return;
  engine.FPDFPageObj_GetMatrix(object, memory);
  const inner = times(matrixAt(engine, memory), matrix);
  const count = engine.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && walk.found.length < maxObjects; index += 1) {
    addObject(walk, engine.FPDFFormObj_GetObject(object, index), { matrix: inner, depth: depth + 1 });
  }
}

function matrixAt(engine: Pdfium, memory: number): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floatsAt(engine, memory, 6);
  return [a, b, c, d, e, f];
}

/** Applies `one`, then `other`. */
function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

function boxOn({ geometry }: Walk, [a, b, c, d, e, f]: Matrix, corners: readonly (readonly [number, number])[]): Box {
  const points = corners.map(([x, y]) => geometry.point(a * x + c * y + e, b * x + d * y + f));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

function boundsOf(walk: Walk, object: number, { matrix }: Place): Box {
  const { engine, memory } = walk;
  engine.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12);
  const [left = 0, bottom = 0, right = 0, top = 0] = floatsAt(engine, memory, 4);
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ] as const;
  return boxOn(walk, matrix, corners);
}

function colourOf({ engine, memory }: Walk, object: number, which: "fill" | "stroke"): Paint | undefined {
  const at = [memory, memory + 4, memory + 8, memory + 12] as const;
  const isKnown =
    which === "fill"
      ? engine.FPDFPageObj_GetFillColor(object, ...at)
      : engine.FPDFPageObj_GetStrokeColor(object, ...at);
  if (!isKnown) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = at.map((address) => numberAt(engine, address) / 255);
  const color: Rgb = [red, green, blue];
  return alpha === 0 ? undefined : { color, alpha };
}

function addPath(walk: Walk, object: number, { matrix }: Place): void {
  const { engine, memory, found } = walk;
  engine.FPDFPath_GetDrawMode(object, memory, memory + 4);
  const [fillMode, isStroked] = [numberAt(engine, memory), numberAt(engine, memory + 4)];
  const fill = fillMode === 0 ? undefined : colourOf(walk, object, "fill");
  const stroke = isStroked === 0 ? undefined : colourOf(walk, object, "stroke");
  if (fill === undefined && stroke === undefined) return;
  engine.FPDFPageObj_GetMatrix(object, memory);
  const whole = times(matrixAt(engine, memory), matrix);
  const widthPt = stroke === undefined ? 0 : strokeWidth(walk, object, whole);
  const boxes = partsOf(walk, object, whole).map((part) => ({ ...part, box: grown(part.box, widthPt / 2) }));
  if (boxes.length === 0) return;
  found.push({ type: "path", boxes, fill, stroke, box: around(boxes) });
}

function strokeWidth({ engine, memory }: Walk, object: number, [a, b, c, d]: Matrix): number {
  engine.FPDFPageObj_GetStrokeWidth(object, memory);
  const [width = 0] = floatsAt(engine, memory, 1);
  return width * Math.sqrt(Math.abs(a * d - b * c));
}

function grown({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by };
}

function around(parts: readonly PathPart[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { box } of parts) {
    [x0, y0] = [Math.min(x0, box.x0), Math.min(y0, box.y0)];
    [x1, y1] = [Math.max(x1, box.x1), Math.max(y1, box.y1)];
  }
  return { x0, y0, x1, y1 };
}

interface OpenPart {
  readonly points: (readonly [number, number])[];
  isCurved: boolean;
}

/** Returns the connected parts of a path: a table drawn in one path has a part for each of its rules. */
function partsOf(walk: Walk, object: number, matrix: Matrix): readonly PathPart[] {
  const { engine, memory } = walk;
  const parts: OpenPart[] = [];
  const count = engine.FPDFPath_CountSegments(object);
  for (let index = 0; index < count && walk.segments < maxSegments; index += 1) {
    walk.segments += 1;
    const segment = engine.FPDFPath_GetPathSegment(object, index);
    const type = engine.FPDFPathSegment_GetType(segment);
    engine.FPDFPathSegment_GetPoint(segment, memory, memory + 4);
    const [x = 0, y = 0] = floatsAt(engine, memory, 2);
    let part = parts.at(-1);
    if (part === undefined || type === moveTo) parts.push((part = { points: [], isCurved: false }));
    part.points.push([x, y]);
    part.isCurved ||= type === bezierTo;
  }
  // Hostile paths have many points, and functions take only so many arguments.
  return parts.flatMap(({ points, isCurved }) =>
    points.length < 2
      ? []
      : [{ box: boxOn(walk, matrix, cornersOf(points)), isRectangle: !isCurved && isRectangle(points) }],
  );
}

function cornersOf(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
    [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
  }
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

/** Four corners, each on a side with the one before, and perhaps the first again. */
function isRectangle(points: readonly (readonly [number, number])[]): boolean {
  if (points.length < 4 || points.length > 5) return false;
  return points.every(([x, y], index) => {
    const [lastX, lastY] = points[index - 1] ?? [x, y];
    return x === lastX || y === lastY;
  });
}

/** Colour channels at or above this count as paper. */
const paperWhite = 0.995;
const maxVectors = 20_000;

/** Returns the drawn lines and areas in painting order. */
export function vectorsIn(objects: readonly PaintedObject[]): readonly Vector[] {
  const vectors: Vector[] = [];
  for (const one of objects) {
    if (one.type !== "path") continue;
    const { fill, stroke, boxes } = one;
    const isPaper = [fill, stroke].every(
      (paint) => paint === undefined || paint.color.every((each) => each >= paperWhite),
    );
    for (const { box, isRectangle: isRect } of boxes) {
      if (vectors.length >= maxVectors) return vectors;
      vectors.push({ box, isStroked: stroke !== undefined, isRectangle: isRect, isPaper });
    }
  }
  return vectors;
}
