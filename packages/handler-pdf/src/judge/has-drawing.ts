import type { PDFPage } from "mupdf";
import type { Box, PageContent } from "../page-content.ts";
import { centreOf, holds } from "./geometry.ts";

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

/** Colour channels at or above this are paper. */
const paperWhite = 0.995;

class EnoughShapes extends Error {}

/** Whether a page is mostly a drawing of lines and areas, such as a chart or a plan, with little text. */
export function hasDrawing(page: PDFPage, content: PageContent): boolean {
  if (content.hasVectors !== true || charactersOf(content) > maxCharacters) return false;
  const shapes = readShapes(page).filter((shape) => isFigurative(shape, content));
  return shapes.length >= minShapes && touchedShare(shapes, content) >= minTouchedShare;
}

function charactersOf({ blocks }: PageContent): number {
  let count = 0;
  for (const { lines } of blocks) for (const { runs } of lines) for (const { text } of runs) count += text.length;
  return count;
}

interface Shape {
  readonly box: Box;
  readonly isRectangle: boolean;
}

function readShapes(page: PDFPage): readonly Shape[] {
  const shapes: Shape[] = [];
  const text = page.toStructuredText("vectors");
  try {
    text.walk({
      onVector([x0, y0, x1, y1], { isRectangle }: { readonly isRectangle: boolean }, color) {
        // The walk is a loop of its own in JavaScript, so that leaving it harms nothing.
        if (shapes.length >= maxShapes) throw new EnoughShapes();
        if (!color.every((channel) => channel >= paperWhite)) shapes.push({ box: { x0, y0, x1, y1 }, isRectangle });
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughShapes)) throw error;
  } finally {
    text.destroy();
  }
  return shapes;
}

/** Rectangles around text are cells and backgrounds. */
function isFigurative({ box, isRectangle }: Shape, content: PageContent): boolean {
  const widthPt = box.x1 - box.x0;
  const heightPt = box.y1 - box.y0;
  if (!(Math.min(widthPt, heightPt) >= minSidePt)) return false;
  if (widthPt * heightPt > maxShapeShare * content.widthPt * content.heightPt) return false;
  return !isRectangle || !content.blocks.some(({ lines }) => lines.some((line) => holds(box, centreOf(line.box))));
}

function touchedShare(shapes: readonly Shape[], { widthPt, heightPt }: PageContent): number {
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
