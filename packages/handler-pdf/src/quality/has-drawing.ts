import { centreOf, holds } from "../model/boxes.ts";
import type { PageContent } from "../model/page-content.ts";
import type { PageModel, Vector } from "../model/page-model.ts";

/** A page with more text is shown as text, whatever is drawn beside it. */
const maxCharacters = 1500;

/** Minimum number of shapes. Fewer are ornaments: a frame, a logo, a slide background. */
const minShapes = 8;

/** Maximum number of shapes checked. They show what a drawing is. */
const maxShapes = 5000;

/** Minimum side of a shape in points. Thinner ones are rules and axes, smaller ones dots and ticks. */
const minSidePt = 2;

/** A shape of nearly the whole page is its background. */
const maxShapeShare = 0.9;

/** Number of grid squares per side. A touched square counts fully, because a curve fills the area around it. */
const gridSide = 16;

/** Minimum share of touched squares at which the page is mainly a drawing. */
const minTouchedShare = 0.3;

/** Maximum text of a page with only a title and labels for its drawing. */
const maxLabelCharacters = 600;

/** Minimum share of touched squares for such a page. */
const minTouchedBesideLabels = 0.15;

/** Minimum width and height of a chart curve, of which one is enough. An ornament is smaller or runs off the page. */
const minCurveSidePt = 72;

/** Shapes this close to the edge of the page, as a share of it, are ornaments. */
const edgeShare = 0.02;

/** True if a page is mainly a drawing of lines and areas, such as a chart or plan, with little text. */
export function hasDrawing({ content, vectors }: Pick<PageModel, "content" | "vectors">): boolean {
  const characters = content.hasVectors === true ? charactersOf(content) : Infinity;
  if (characters > maxCharacters) return false;
  const inked = vectors().filter(({ isPaper }) => !isPaper);
  const shapes = inked.slice(0, maxShapes).filter((shape) => isFigurative(shape, content));
  const isLabelled = characters <= maxLabelCharacters;
  const isDrawn = shapes.length >= minShapes || (isLabelled && shapes.some((shape) => isCurve(shape, content)));
  return isDrawn && touchedShare(shapes, content) >= (isLabelled ? minTouchedBesideLabels : minTouchedShare);
}

/** True if a shape may be a chart curve, a pie slice or the outline of a map. */
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
