import type { Box, PageContent, TextLine } from "../model/page-content.ts";

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
  if (content.blocks.some(({ lines }) => lines.some((line) => line.tag?.cell !== undefined))) return true;
  if (standApart(content)) return false;
  const lines = content.blocks.flatMap((block) => block.lines);
  const boxes = lines.filter((line) => line.direction !== "vertical").flatMap(boxesOf);
  const narrowPt = narrowShare * content.widthPt;
  return sidesOf(boxes, narrowPt).some((side) => hasRowsOfCells(side, narrowPt));
}

/** Whether each box begins on a line of its own below the one before, as in a column of text: then none stand side by side. */
function standApart({ blocks }: PageContent): boolean {
  let topPt = -Infinity;
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (line.direction === "vertical") continue;
      for (const { y0 } of boxesOf(line)) {
        if (y0 - topPt <= sameLinePt) return false;
        topPt = y0;
      }
    }
  }
  return true;
}

/** The box of a line, or those of its parts where cells stand so close that they were taken for one line. */
function boxesOf({ runs, box }: TextLine): readonly Box[] {
  if (runs.length < 2) return [box];
  const boxes: Box[] = [];
  for (const run of runs.toSorted((one, other) => one.box.x0 - other.box.x0)) {
    if (run.text.trim() === "") continue;
    const last = boxes.at(-1);
    if (last === undefined || run.box.x0 - last.x1 >= columnGapPt) boxes.push(run.box);
    else boxes[boxes.length - 1] = { ...last, x1: Math.max(last.x1, run.box.x1) };
  }
  return boxes;
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
  const gutter = afterWidestStep(starts) - 1;
  const left = wide.filter((box) => box.x1 <= gutter).length;
  const right = wide.filter((box) => box.x0 >= gutter).length;
  const isClear = wide.length - left - right <= wide.length * maxCrossingShare;
  return isClear && left >= minProseLines && right >= minProseLines ? gutter : undefined;
}

/** The number after the widest step of a sorted row of numbers. */
function afterWidestStep(numbers: readonly number[]): number {
  let after = Infinity;
  let widest = 0;
  for (let index = minProseLines; index <= numbers.length - minProseLines; index++) {
    const number = numbers[index] ?? 0;
    const step = number - (numbers[index - 1] ?? 0);
    if (step > widest) [after, widest] = [number, step];
  }
  return after;
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
