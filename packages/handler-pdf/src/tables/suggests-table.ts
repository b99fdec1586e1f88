import type { Box, PageContent } from "../page-content.ts";

/** White at least this wide between two pieces of a line is more than a space between words. */
const columnGapPt = 6;

/** Two lines share a line of the page if their tops differ by no more. */
const sameLinePt = 3;

/** Edges this near are aligned. */
const alignedPt = 3;

/** A box narrower than this share of the page is no line of a text in columns. */
const narrowShare = 0.3;

/** A column of prose has at least so many lines. */
const minProseLines = 6;

/** The line at this place, counted by its left edge, stands in the right column, if there are two. */
const rightShare = 0.9;

/** Titles and wide figures run across the columns. */
const maxCrossingShare = 0.25;

/** Boxes of one line that are looked at. */
const maxBoxes = 40;

/** So many lines with narrow boxes side by side may be a table, wherever they are. */
const manyLines = 4;

/**
 * Whether it is worth looking for tables: somewhere, two lines that follow each other have white at the same place, or
 * several lines have some, or the tags name a table. It looks at each box once or twice and at no rules, so that it can
 * be asked of every page.
 */
export function suggestsTable(content: PageContent): boolean {
  const lines = content.blocks.flatMap((block) => block.lines);
  if (lines.some((line) => line.tag?.cell !== undefined)) return true;
  const boxes = lines.filter((line) => line.direction !== "vertical").map((line) => line.box);
  const narrowPt = narrowShare * content.widthPt;
  return sidesOf(boxes, narrowPt).some((side) => hasRowsOfCells(side, narrowPt));
}

/** The boxes left and right of the white between two columns of prose, which makes no table; else all of them. */
function sidesOf(boxes: readonly Box[], narrowPt: number): readonly (readonly Box[])[] {
  const wide = boxes.filter((box) => box.x1 - box.x0 >= narrowPt);
  const gutter = gutterOf(wide);
  if (gutter === undefined) return [boxes];
  return [boxes.filter((box) => middleOf(box) < gutter), boxes.filter((box) => middleOf(box) >= gutter)];
}

/** Where hardly a line of prose runs across, and many stand to either side. */
function gutterOf(wide: readonly Box[]): number | undefined {
  if (wide.length < 2 * minProseLines) return undefined;
  const starts = wide.map((box) => box.x0).toSorted((a, b) => a - b);
  const gutter = (starts[Math.floor(starts.length * rightShare)] ?? 0) - 1;
  const left = wide.filter((box) => box.x1 <= gutter).length;
  const right = wide.filter((box) => box.x0 >= gutter).length;
  const isClear = wide.length - left - right <= wide.length * maxCrossingShare;
  return isClear && left >= minProseLines && right >= minProseLines ? gutter : undefined;
}

function middleOf(box: Box): number {
  return (box.x0 + box.x1) / 2;
}

function hasRowsOfCells(boxes: readonly Box[], narrowPt: number): boolean {
  let before: readonly Box[] = [];
  let several = 0;
  for (const row of rowsOf(boxes)) {
    if (!isOfCells(row, narrowPt)) continue;
    several += 1;
    if (several >= manyLines || sharesWhite(before, row)) return true;
    before = row;
  }
  return false;
}

/** Whether some boxes stand side by side with white between, one of them narrow. */
function isOfCells(row: readonly Box[], narrowPt: number): boolean {
  return row.some((box) => box.x1 - box.x0 < narrowPt) && row.some((box) => isAfterWhite(box, row));
}

function rowsOf(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const rows: Box[][] = [];
  let row: Box[] = [];
  for (const box of boxes.toSorted((a, b) => a.y0 - b.y0)) {
    if (row[0] === undefined || box.y0 - row[0].y0 > sameLinePt) {
      row = [];
      rows.push(row);
    }
    if (row.length < maxBoxes) row.push(box);
  }
  return rows;
}

/** Whether a box stands under another with the same edge, each with white to its left. */
function sharesWhite(above: readonly Box[], below: readonly Box[]): boolean {
  return below.some(
    (box) => isAfterWhite(box, below) && above.some((other) => isAligned(box, other) && isAfterWhite(other, above)),
  );
}

function isAligned(a: Box, b: Box): boolean {
  return (
    Math.abs(a.x0 - b.x0) <= alignedPt ||
    Math.abs(a.x1 - b.x1) <= alignedPt ||
    Math.abs(a.x0 + a.x1 - b.x0 - b.x1) <= 2 * alignedPt
  );
}

/** Whether another box stands to the left, with white between. */
function isAfterWhite(box: Box, row: readonly Box[]): boolean {
  return row.some((other) => other.x1 + columnGapPt <= box.x0);
}
