import type { Box, Vector } from "@reader/pdf-pages";
import { createXmlReader, type XmlAttributes } from "@reader/office-kit/xml";
import { type Matrix, moved, multiplied, numbersIn, parseMatrix, scaleOf, toPoints } from "./matrix.ts";

/** Text with its font and its position. */
export interface GlyphRun {
  /** From the coordinates of the run to points of the page. */
  readonly matrix: Matrix;
  readonly attributes: XmlAttributes;
}

/** An image that fills a path. */
export interface PlacedImage {
  /** The name that the page refers to it by. */
  readonly source: string;
  readonly box: Box;
}

/** What a page draws, in its order. */
export interface PageElements {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly runs: readonly GlyphRun[];
  readonly vectors: readonly Vector[];
  readonly images: readonly PlacedImage[];
  /** True if the page has more than is read. */
  readonly isShortened: boolean;
}

/** Maximum number of elements of a page, and of characters of its text. */
const maxElements = 200_000;
const maxCharacters = 2_000_000;

/** What is farther away is on no page, and no page is larger. */
const maxPlacePt = 50_000;

interface Element {
  readonly name: string;
  readonly attributes: XmlAttributes;
  matrix: Matrix;
  /** The source of the image that fills the path. */
  image: string | undefined;
  fill: string | undefined;
  stroke: string | undefined;
}

interface State {
  readonly open: Element[];
  readonly runs: GlyphRun[];
  readonly vectors: Vector[];
  readonly images: PlacedImage[];
  size: readonly [width: number, height: number];
  characters: number;
  elements: number;
}

/** Reads the elements of a page. Throws `corrupt` if it is no well-formed XML. */
export function readPageElements(bytes: Uint8Array, part: string): PageElements {
  const state: State = { open: [], runs: [], vectors: [], images: [], size: [0, 0], characters: 0, elements: 0 };
  const reader = createXmlReader(part, {
    open: (name, attributes) => enter(state, name, attributes),
    close: () => leave(state),
    text: () => undefined,
  });
  reader.write(bytes);
  reader.end();
  const { runs, vectors, images } = state;
  const [widthPt, heightPt] = moved(toPoints, ...state.size).map((side) => Math.min(maxPlacePt, Math.max(1, side)));
  return { widthPt: widthPt ?? 1, heightPt: heightPt ?? 1, runs, vectors, images, isShortened: isFull(state) };
}

function isFull({ elements, characters }: State): boolean {
  return elements > maxElements || characters > maxCharacters;
}

function enter(state: State, name: string, attributes: XmlAttributes): void {
  const parent = state.open.at(-1);
  const own = parseMatrix(attributes["RenderTransform"]);
  const outer = parent?.matrix ?? toPoints;
  const element: Element = {
    name,
    attributes,
    matrix: own === undefined ? outer : multiplied(own, outer),
    image: undefined,
    fill: attributes["Fill"],
    stroke: attributes["Stroke"],
  };
  if (name === "FixedPage") {
    const [width = 0, height = 0] = numbersIn(`${attributes["Width"] ?? ""} ${attributes["Height"] ?? ""}`);
    state.size = [width, height];
  }
  state.open.push(element);
  noteProperty(state, element);
}

/** A property of an element may be an element inside it: its transformation, or what fills it. */
function noteProperty({ open }: State, { name, attributes }: Element): void {
  const [property, owner] = [open.at(-2), open.at(-3)];
  if (property === undefined || owner === undefined) return;
  if (name === "MatrixTransform" && property.name.endsWith(".RenderTransform")) {
    const matrix = parseMatrix(attributes["Matrix"]);
    if (matrix !== undefined) owner.matrix = multiplied(matrix, owner.matrix);
  } else if (name === "ImageBrush") owner.image = imageSource(attributes["ImageSource"] ?? "");
  else if (name === "SolidColorBrush") noteColor(owner, property.name, attributes["Color"]);
}

function noteColor(owner: Element, property: string, color: string | undefined): void {
  if (property === "Path.Fill") owner.fill = color;
  if (property === "Path.Stroke") owner.stroke = color;
}

/** `{ColorConvertedBitmap image.jpg profile.icc}` is an image with a colour profile. */
function imageSource(text: string): string {
  return /^\{ColorConvertedBitmap\s+(\S+)/.exec(text)?.[1] ?? text;
}

function leave(state: State): void {
  const element = state.open.pop();
  state.elements += 1;
  if (element === undefined || isFull(state)) return;
  if (element.name === "Glyphs") {
    state.characters += element.attributes["UnicodeString"]?.length ?? 0;
    if (isFull(state)) return;
    state.runs.push({ matrix: element.matrix, attributes: element.attributes });
  } else if (element.name === "Path") addPath(state, element);
  else if (element.name === "PathGeometry") passFigures(state, element);
}

/** The figures of a path may be inside it. */
function passFigures({ open }: State, { attributes }: Element): void {
  const [property, path] = [open.at(-1), open.at(-2)];
  const { Figures: figures } = attributes;
  if (property?.name !== "Path.Data" || path === undefined || figures === undefined) return;
  Object.assign(path, { attributes: { ...path.attributes, Data: figures } });
}

function addPath(state: State, { attributes, matrix, image, fill, stroke }: Element): void {
  const outlined = outlineOf(attributes["Data"] ?? "", matrix);
  if (outlined === undefined) return;
  const { box, isRectangle } = outlined;
  if (image !== undefined) {
    state.images.push({ source: image, box });
    return;
  }
  const color = fill ?? stroke;
  if (color === undefined) return;
  const half = stroke === undefined ? 0 : (strokeWidth(attributes) * scaleOf(matrix)) / 2;
  const grown = { x0: box.x0 - half, y0: box.y0 - half, x1: box.x1 + half, y1: box.y1 + half };
  const isPaper = /^#(?:ff)?ffffff$/i.test(color);
  state.vectors.push({ box: grown, isStroked: fill === undefined, isRectangle, isPaper });
}

function strokeWidth({ StrokeThickness: thickness = "1" }: XmlAttributes): number {
  return Math.min(maxPlacePt, Math.max(0, numbersIn(thickness)[0] ?? 1));
}

/** Returns the box of a path in the short syntax (ECMA-388, 11.2.3), and whether it is a rectangle. */
function outlineOf(data: string, matrix: Matrix): { readonly box: Box; readonly isRectangle: boolean } | undefined {
  const { points, isStraight } = pointsOf(data);
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const point of points) {
    const [x, y] = moved(matrix, ...point);
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  const isSane = [x0, y0, x1, y1].every((value) => Math.abs(value) <= maxPlacePt);
  if (!isSane || x0 > x1 || y0 > y1) return undefined;
  const isLevel = points.every(
    ([x, y], index) => index === 0 || x === points[index - 1]?.[0] || y === points[index - 1]?.[1],
  );
  return { box: { x0, y0, x1, y1 }, isRectangle: isStraight && isLevel && points.length <= 5 };
}

interface Outline {
  readonly points: readonly Point[];
  readonly isStraight: boolean;
}

function pointsOf(data: string): Outline {
  const points: Point[] = [];
  let isStraight = true;
  for (const [, command = "", rest = ""] of data.matchAll(/([MLHVCQSAZ])([^MLHVCQSAZF]*)/gi)) {
    const last = points.at(-1) ?? [0, 0];
    const kind = command.toUpperCase();
    isStraight &&= "MLHVZ".includes(kind);
    for (const point of pointsOfCommand(kind, numbersIn(rest), { last, isRelative: command !== kind }))
      points.push(point);
  }
  return { points, isStraight };
}

type Point = readonly [x: number, y: number];

interface Pen {
  readonly last: Point;
  readonly isRelative: boolean;
}

/** Returns the points that a command leads to. Control points of curves count as such. */
function pointsOfCommand(kind: string, numbers: readonly number[], { last, isRelative }: Pen): readonly Point[] {
  const [x, y] = last;
  const [fromX, fromY] = isRelative ? last : [0, 0];
  switch (kind) {
    case "H":
      return numbers.map((to): Point => [fromX + to, y]);
    case "V":
      return numbers.map((to): Point => [x, fromY + to]);
    case "A":
      return [[fromX + (numbers.at(-2) ?? 0), fromY + (numbers.at(-1) ?? 0)]];
    default:
      return pairs(numbers, [fromX, fromY], isRelative && "ML".includes(kind));
  }
}

/** Each pair of a relative line begins where the one before ends. */
function pairs(numbers: readonly number[], from: Point, isChained: boolean): readonly Point[] {
  const points: Point[] = [];
  let [x, y] = from;
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    const next: Point = [x + (numbers[index] ?? 0), y + (numbers[index + 1] ?? 0)];
    points.push(next);
    if (isChained) [x, y] = next;
  }
  return points;
}
