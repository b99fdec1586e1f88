import type { PageContent } from "../model/page-content.ts";
import type { Vector } from "../model/vectors.ts";
import type { Painting } from "../extract/painting/painting.ts";
import { centreOf, holds } from "../model/boxes.ts";

/** A page with more text is read, whatever is drawn beside it. */
const maxCharacters = 1500;

/** Fewer shapes are ornaments: a frame, a logo, the background of a slide. */
const minShapes = 8;

/** Shapes that are looked at; a drawing of more has shown what it is by then. */
const maxShapes = 5000;

/** Thinner shapes are rules and axes, smaller ones dots and ticks. */
const minSidePt = 2;

/** A shape of nearly the whole page is its background. */
const maxShapeShare = 0.9;

/** Squares a side of the page; one that a shape touches counts whole, as a curve fills the room around it. */
const gridSide = 16;

/** From this share of the squares on, the drawing is what the page is about. */
const minTouchedShare = 0.3;

/** A page with no more text has little but the title and the labels of what is drawn on it. */
const maxLabelCharacters = 600;

/** From this share on, a drawing is what such a page is about. */
const minTouchedBesideLabels = 0.15;

/** A curve of a chart is as wide and as high as this, and one is enough; an ornament is smaller, or runs off the page. */
const minCurveSidePt = 72;

/** What comes as near to the edge of the page, as a share of it, is its ornament. */
const edgeShare = 0.02;

/** Whether a page is mostly a drawing of lines and areas, such as a chart or a plan, with little text. */
export function hasDrawing(painting: Painting, content: PageContent): boolean {
  const characters = content.hasVectors === true ? charactersOf(content) : Infinity;
  if (characters > maxCharacters) return false;
  const inked = painting.vectors().filter(({ isPaper }) => !isPaper);
  const shapes = inked.slice(0, maxShapes).filter((shape) => isFigurative(shape, content));
  const isLabelled = characters <= maxLabelCharacters;
  const isDrawn = shapes.length >= minShapes || (isLabelled && shapes.some((shape) => isCurve(shape, content)));
  return isDrawn && touchedShare(shapes, content) >= (isLabelled ? minTouchedBesideLabels : minTouchedShare);
}

/** Whether a shape may be a curve of a chart, a slice of a pie or the outline of a land. */
function isCurve({ box, isRectangle }: Vector, { widthPt, heightPt }: PageContent): boolean {
  const isLarge = Math.min(box.x1 - box.x0, box.y1 - box.y0) >= minCurveSidePt;
  if (isRectangle || !isLarge) return false;
  const isBesideSides = box.x0 > widthPt * edgeShare && box.x1 < widthPt * (1 - edgeShare);
  return isBesideSides && box.y0 > heightPt * edgeShare && box.y1 < heightPt * (1 - edgeShare);
}

function charactersOf({ blocks }: PageContent): number {
  let count = 0;
  for (const { lines } of blocks) for (const { runs } of lines) for (const { text } of runs) count += text.length;
  return count;
}

/** Rectangles around text are cells and backgrounds. */
function isFigurative({ box, isRectangle }: Vector, content: PageContent): boolean {
  const widthPt = box.x1 - box.x0;
  const heightPt = box.y1 - box.y0;
  if (!(Math.min(widthPt, heightPt) >= minSidePt)) return false;
  if (widthPt * heightPt > maxShapeShare * content.widthPt * content.heightPt) return false;
  return !isRectangle || !content.blocks.some(({ lines }) => lines.some((line) => holds(box, centreOf(line.box))));
}

function touchedShare(shapes: readonly Vector[], { widthPt, heightPt }: PageContent): number {
  const squares = new Uint8Array(gridSide * gridSide);
  for (const { box } of shapes) {
    const [first, end] = [squareAt(box.x0, widthPt), squareAt(box.x1, widthPt) + 1];
    for (let row = squareAt(box.y0, heightPt); row <= squareAt(box.y1, heightPt); row++) {
      squares.fill(1, row * gridSide + first, row * gridSide + end);
    }
  }
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}

function squareAt(placePt: number, lengthPt: number): number {
  return Math.max(0, Math.min(gridSide - 1, Math.floor((placePt / lengthPt) * gridSide)));
}
