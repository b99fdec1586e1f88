import { widestGutter } from "../model/boxes.ts";
import { ascending } from "../model/numbers.ts";
import { type Box, type PageContent, type TextLine, textOf } from "../model/page-content.ts";
import { hasBars } from "./aligned/barred-table.ts";
import { areNumbers } from "./cells/cell-kinds.ts";
import { hasWideSpaces } from "./cells/fragment.ts";

/** Minimum gap between two fragments of a line that is more than a space, in points. */
const columnGapPt = 6;

/** Lines of text are on one line of the page if their tops differ by less, in points. */
const sameLinePt = 3;

/** Edges this near are aligned, in points. */
const alignedPt = 3;

/** A box narrower than this share of the page is not a line of text in columns. */
const narrowShare = 0.3;

/** Minimum number of lines in a column of prose. */
const minProseLines = 6;

/** Maximum share of lines that cross the gutter: titles and wide figures. */
const maxCrossingShare = 0.25;

/** Maximum number of boxes checked per line. */
const maxBoxes = 40;

/** Number of lines with narrow boxes side by side that may be a table, wherever they are. */
const manyLines = 4;

/**
 * True if a page may have a table: two consecutive lines have a gap at the same position, several lines have gaps, or
 * the tags name a table. Looks at each box once or twice and at no rules, so it is cheap enough for every page. Looks at
 * the text only if the boxes show no table.
 */
export function suggestsTable(content: PageContent): boolean {
  if (content.blocks.some(({ lines }) => lines.some((line) => line.tag?.cell !== undefined))) return true;
  return (
    areInRows(boxesIn(content), narrowShare * content.widthPt) || hasDrawnLines(content) || hasRowsOfNumbers(content)
  );
}

/** True if some boxes are side by side like cells. */
function areInRows(boxes: readonly Box[], narrowPt: number): boolean {
  return !standApart(boxes) && sidesOf(boxes, narrowPt).some((side) => hasRowsOfCells(side, narrowPt));
}

/** Minimum number of lines with bars between words, or with several spaces. */
const minDrawn = 2;

/** True if some lines have bars or several spaces between words, as in tables that are set with characters. */
function hasDrawnLines({ blocks }: PageContent): boolean {
  let count = 0;
  for (const { lines } of blocks) {
    for (const { runs } of lines) {
      if (runs.some((run) => hasBars(run.text) || hasWideSpaces(run))) count += 1;
      if (count >= minDrawn) return true;
    }
  }
  return false;
}

/** Minimum number of lines of several numbers each that may be rows with hardly a gap between their cells. */
const minNumberLines = 4;

/** True if several lines are mostly numbers, or start with two. Commas are between the pages of an index. */
function hasRowsOfNumbers({ blocks }: PageContent): boolean {
  let count = 0;
  for (const { lines } of blocks) {
    for (const { runs } of lines) {
      const text = textOf(runs);
      if (!text.includes(", ") && areNumbers(text)) count += 1;
      if (count >= minNumberLines) return true;
    }
  }
  return false;
}

/** True if each box starts on a line below the one before, as in a column of text: none are side by side. */
function standApart(boxes: readonly Box[]): boolean {
  let topPt = -Infinity;
  for (const { y0 } of boxes) {
    if (y0 - topPt <= sameLinePt) return false;
    topPt = y0;
  }
  return true;
}

/** Returns the boxes of the lines of a page, or those of their parts if these are cells that the engine merged. */
function boxesIn({ blocks }: PageContent): readonly Box[] {
  const boxes: Box[] = [];
  for (const { lines } of blocks) {
    for (const line of lines) {
      if (line.direction === "vertical") continue;
      if (line.runs.length < 2) boxes.push(line.box);
      else boxes.push(...partsOf(line));
    }
  }
  return boxes;
}

function partsOf({ runs }: TextLine): readonly Box[] {
  const boxes: Box[] = [];
  for (const run of runs.toSorted((one, other) => one.box.x0 - other.box.x0)) {
    if (run.text.trim() === "") continue;
    const last = boxes.at(-1);
    if (last === undefined || run.box.x0 - last.x1 >= columnGapPt) boxes.push(run.box);
    else boxes[boxes.length - 1] = { ...last, x1: Math.max(last.x1, run.box.x1) };
  }
  return boxes;
}

/** Returns the boxes on each side of the gutter between two columns of prose, or all of them if there is none. */
function sidesOf(boxes: readonly Box[], narrowPt: number): readonly (readonly Box[])[] {
  const wide = boxes.filter((box) => box.x1 - box.x0 >= narrowPt);
  const gutter = gutterOf(wide);
  if (gutter === undefined) return [boxes];
  return [boxes.filter((box) => middleOf(box) < gutter), boxes.filter((box) => middleOf(box) >= gutter)];
}

/** Returns where hardly any line of prose crosses and many are on both sides. */
function gutterOf(wide: readonly Box[]): number | undefined {
  if (wide.length < 2 * minProseLines) return undefined;
  if (widestGutter(wide) < 0) return undefined;
  const starts = ascending(wide.map((box) => box.x0));
  const gutter = afterWidestStep(starts) - 1;
  const left = wide.filter((box) => box.x1 <= gutter).length;
  const right = wide.filter((box) => box.x0 >= gutter).length;
  const isClear = wide.length - left - right <= wide.length * maxCrossingShare;
  return isClear && left >= minProseLines && right >= minProseLines ? gutter : undefined;
}

/** Returns the number after the largest step in sorted numbers. */
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

/** True if some boxes are side by side with gaps, one of them narrow. */
function isOfCells(row: readonly Box[], narrowPt: number): boolean {
  return row.some((box) => box.x1 - box.x0 < narrowPt) && row.some((box) => isAfterWhite(box, row));
}

/** Yields one row after the other from the top, because the first ones of a table show it. */
function* rowsOf(boxes: readonly Box[]): Generator<readonly Box[]> {
  let row: Box[] = [];
  for (const box of boxes.toSorted((a, b) => a.y0 - b.y0)) {
    if (row[0] !== undefined && box.y0 - row[0].y0 > sameLinePt) {
      yield row;
      row = [];
    }
    if (row.length < maxBoxes) row.push(box);
  }
  if (row.length > 0) yield row;
}

/** True if a box is below another with the same edge, both with a gap to the left. */
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

/** True if another box is to the left, with a gap. */
function isAfterWhite(box: Box, row: readonly Box[]): boolean {
  return row.some((other) => other.x1 + columnGapPt <= box.x0);
}
