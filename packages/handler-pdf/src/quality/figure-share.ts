import type { Box, PageContent } from "../model/page-content.ts";

/** Cells a side of the grid that areas are counted on: fine enough for a share, and each page costs the same. */
const gridSide = 40;

/** How much of the page's area lies under pictures, 0 to 1; pictures that overlap count once. */
export function figureShareOf({ images, widthPt, heightPt }: PageContent): number {
  if (images.length === 0 || !(widthPt > 0) || !(heightPt > 0)) return 0;
  const cells = new Uint8Array(gridSide * gridSide);
  for (const box of images) cover(cells, scaled(box, gridSide / widthPt, gridSide / heightPt));
  let covered = 0;
  for (const cell of cells) covered += cell;
  return covered / cells.length;
}

function scaled(box: Box, byX: number, byY: number): Box {
  return { x0: box.x0 * byX, y0: box.y0 * byY, x1: box.x1 * byX, y1: box.y1 * byY };
}

/** A cell is covered where its centre is. */
function cover(cells: Uint8Array, box: Box): void {
  const firstColumn = Math.max(0, Math.ceil(box.x0 - 0.5));
  const endColumn = Math.min(gridSide, Math.ceil(box.x1 - 0.5));
  const endRow = Math.min(gridSide, Math.ceil(box.y1 - 0.5));
  for (let row = Math.max(0, Math.ceil(box.y0 - 0.5)); row < endRow; row++) {
    if (endColumn > firstColumn) cells.fill(1, row * gridSide + firstColumn, row * gridSide + endColumn);
  }
}
