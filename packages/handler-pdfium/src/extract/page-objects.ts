import type { Box, Paint, Rgb, Vector } from "@reader/pdf-pages";
import type { EngineExports, Pdfium } from "../engine/engine.ts";
import { floatAt, floatsAt, numberAt, withMemory } from "../engine/memory.ts";
import { boxThrough, type Matrix, type PageGeometry, times } from "./geometry.ts";

/** Something that a page paints, in painting order. */
export type PaintedObject = PaintedText | PaintedImage | PaintedPath;

/** A text object. */
export interface PaintedText {
  readonly type: "text";
  /** The handle of the object. */
  readonly object: number;
  readonly box: Box;
  /** Absent if nothing is inked. */
  readonly paint: Paint | undefined;
  /** True if its letters clip what is painted next, which shows in their shape. */
  readonly isClip: boolean;
}

/** An image, or a shading. */
export interface PaintedImage {
  readonly type: "image";
  /** The handle of the object. */
  readonly object: number;
  readonly box: Box;
}

/** A path, with a box for each upright rectangle and line of it, and one box around all its other parts. */
interface PaintedPath {
  readonly type: "path";
  readonly boxes: readonly PathPart[];
  readonly fill: Paint | undefined;
  readonly stroke: Paint | undefined;
  readonly box: Box;
}

interface PathPart {
  readonly box: Box;
  /** True for an upright rectangle or line. */
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
const firstOfClips = 4;
const onlyClips = 7;

/** Maximum number of objects and path segments read per page. Maps have more; the first ones show what they are. */
const maxObjects = 50_000;
const maxSegments = 200_000;
const maxDepth = 12;

/** Reads what a page paints, with the content of its forms. */
export function readObjects(engine: Pdfium, page: number, geometry: PageGeometry): readonly PaintedObject[] {
  return withMemory(engine, 64, (memory) => {
    const direct = engine.pdfium.wasmExports;
    const walk: Walk = { engine, direct, memory, found: [], segments: 0 };
    const count = engine.FPDFPage_CountObjects(page);
    for (let index = 0; index < count && walk.found.length < maxObjects; index += 1) {
      addObject(walk, direct.FPDFPage_GetObject(page, index), { matrix: geometry.matrix, depth: 0 });
    }
    return walk.found;
  });
}

interface Walk {
  readonly engine: Pdfium;
  readonly direct: EngineExports;
  /** The address of 64 bytes for results. */
  readonly memory: number;
  readonly found: PaintedObject[];
  segments: number;
}

/** Where an object is: in the page, or in forms. */
interface Place {
  /** To the page as displayed. */
  readonly matrix: Matrix;
  readonly depth: number;
}

function addObject(walk: Walk, object: number, place: Place): void {
  const { direct, found } = walk;
  const type = direct.FPDFPageObj_GetType(object);
  if (type === formType) addForm(walk, object, place);
  else if (type === textType) {
    const mode = direct.FPDFTextObj_GetTextRenderMode(object);
    const isInked = mode !== invisibleText && mode !== onlyClips;
    const paint = isInked ? colourOf(walk, object, "fill") : undefined;
    found.push({ type: "text", object, box: boundsOf(walk, object, place), paint, isClip: mode >= firstOfClips });
  } else if (type === imageType || type === shadingType) {
    found.push({ type: "image", object, box: boundsOf(walk, object, place) });
  } else if (type === pathType) addPath(walk, object, place);
}

function addForm(walk: Walk, object: number, { matrix, depth }: Place): void {
  const { engine, direct, memory } = walk;
  if (depth >= maxDepth) return;
  direct.FPDFPageObj_GetMatrix(object, memory);
  const inner = times(matrixAt(engine, memory), matrix);
  const count = engine.FPDFFormObj_CountObjects(object);
  for (let index = 0; index < count && walk.found.length < maxObjects; index += 1) {
    addObject(walk, direct.FPDFFormObj_GetObject(object, index), { matrix: inner, depth: depth + 1 });
  }
}

function matrixAt(engine: Pdfium, memory: number): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floatsAt(engine, memory, 6);
  return [a, b, c, d, e, f];
}

function boundsOf({ engine, direct, memory }: Walk, object: number, { matrix }: Place): Box {
  direct.FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12);
  const [x0, y0] = [floatAt(engine, memory), floatAt(engine, memory + 4)];
  return boxThrough(matrix, { x0, y0, x1: floatAt(engine, memory + 8), y1: floatAt(engine, memory + 12) });
}

function colourOf({ engine, direct, memory }: Walk, object: number, which: "fill" | "stroke"): Paint | undefined {
  const read = which === "fill" ? direct.FPDFPageObj_GetFillColor : direct.FPDFPageObj_GetStrokeColor;
  if (read(object, memory, memory + 4, memory + 8, memory + 12) === 0) return undefined;
  const channel = (at: number): number => numberAt(engine, memory + at * 4) / 255;
  const alpha = channel(3);
  const color: Rgb = [channel(0), channel(1), channel(2)];
  return alpha === 0 ? undefined : { color, alpha };
}

function addPath(walk: Walk, object: number, { matrix }: Place): void {
  const { engine, direct, memory, found } = walk;
  direct.FPDFPath_GetDrawMode(object, memory, memory + 4);
  const [fillMode, isStroked] = [numberAt(engine, memory), numberAt(engine, memory + 4)];
  const fill = fillMode === 0 ? undefined : colourOf(walk, object, "fill");
  const stroke = isStroked === 0 ? undefined : colourOf(walk, object, "stroke");
  if (fill === undefined && stroke === undefined) return;
  direct.FPDFPageObj_GetMatrix(object, memory);
  const whole = times(matrixAt(engine, memory), matrix);
  const widthPt = stroke === undefined ? 0 : strokeWidth(walk, object, whole);
  const boxes = partsOf(walk, object, whole).map((part) => ({ ...part, box: grown(part.box, widthPt / 2) }));
  if (boxes.length === 0) return;
  found.push({ type: "path", boxes, fill, stroke, box: around(boxes) });
}

function strokeWidth({ engine, direct, memory }: Walk, object: number, [a, b, c, d]: Matrix): number {
  direct.FPDFPageObj_GetStrokeWidth(object, memory);
  return floatAt(engine, memory) * Math.sqrt(Math.abs(a * d - b * c));
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

/**
 * Returns the upright rectangles and lines of a path, and one box around all its other parts: a table drawn in one path
 * has a box for each of its rules, and a drawing or handwriting in one path has one box.
 */
function partsOf(walk: Walk, object: number, matrix: Matrix): readonly PathPart[] {
  const upright: PathPart[] = [];
  const others: PathPart[] = [];
  for (const { points, isCurved } of connectedParts(walk, object)) {
    if (points.length < 2) continue;
    const isUpright = !isCurved && (isLine(points) || isRectangle(points));
    const part = { box: boxThrough(matrix, boxAround(points)), isRectangle: isUpright };
    (isUpright ? upright : others).push(part);
  }
  return others.length === 0 ? upright : [...upright, { box: around(others), isRectangle: false }];
}

function connectedParts(walk: Walk, object: number): readonly OpenPart[] {
  const { engine, direct, memory } = walk;
  const parts: OpenPart[] = [];
  const count = direct.FPDFPath_CountSegments(object);
  for (let index = 0; index < count && walk.segments < maxSegments; index += 1) {
    walk.segments += 1;
    const segment = direct.FPDFPath_GetPathSegment(object, index);
    const type = direct.FPDFPathSegment_GetType(segment);
    direct.FPDFPathSegment_GetPoint(segment, memory, memory + 4);
    const [x, y] = [floatAt(engine, memory), floatAt(engine, memory + 4)];
    let part = parts.at(-1);
    if (part === undefined || type === moveTo) parts.push((part = { points: [], isCurved: false }));
    part.points.push([x, y]);
    part.isCurved ||= type === bezierTo;
  }
  return parts;
}

type Points = readonly (readonly [number, number])[];

/** Hostile paths have many points, and functions take only so many arguments. */
function boxAround(points: Points): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [x0, y0] = [Math.min(x0, x), Math.min(y0, y)];
    [x1, y1] = [Math.max(x1, x), Math.max(y1, y)];
  }
  return { x0, y0, x1, y1 };
}

function isLine(points: Points): boolean {
  const [[firstX, firstY] = [0, 0]] = points;
  return points.every(([x]) => x === firstX) || points.every(([, y]) => y === firstY);
}

/** Four corners, each on a side with the one before, the first with the last; perhaps the first again. */
function isRectangle(points: Points): boolean {
  if (points.length < 4 || points.length > 5) return false;
  return points.every(([x, y], index) => {
    const [lastX, lastY] = points.at(index - 1) ?? [x, y];
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
