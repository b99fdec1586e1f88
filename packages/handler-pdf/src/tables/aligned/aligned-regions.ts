import { wordCount } from "../cells/cell-kinds.ts";
import { gapBetween } from "../cells/piece.ts";
import { tailLength } from "./table-tail.ts";
import type { VisualRow } from "../cells/visual-rows.ts";

/** White this wide may be between columns; narrower is between words. */
const columnGapEms = 0.17;

/** Rows with more white than this between them do not belong together. */
const maxRowGapEms = 2.2;

/** A line alone on its row with more words is prose. */
const maxLabelWords = 9;

/** So many rows with one piece may follow each other within a table: lines of a long cell, headings of a group. */
const maxSingles = 5;

/** Whether a row has pieces side by side. */
export function isSeveral(row: VisualRow): boolean {
  return row.pieces.some((piece, index) => {
    const next = row.pieces[index + 1];
    return next !== undefined && gapBetween(piece.box, next.box) >= columnGapEms * piece.sizePt;
  });
}

/** A line alone on its row in type this much larger than that of the rows above is a heading of what follows. */
const headingRatio = 1.12;

/** The numbers of sections: `2`, `2.1`, `A.3`, `IV.`, and how far behind them their titles stand. */
const sectionNumber = /^(?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2})*\.?$/u;
const maxTitleGapEms = 2.5;

/**
 * Stretches of rows that may be tables: they begin with pieces side by side, and end with such or with the further
 * lines of the last row's cells.
 */
export function alignedRegions(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const headings = rows.flatMap((row, at) => (isNumberedHeading(row, rows[at - 1], rows[at + 1]) ? [at] : []));
  const starts = [0, ...headings.map((at) => at + 1)];
  return starts.flatMap((start, index) => regionsOf(rows.slice(start, headings[index])));
}

function regionsOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const regions: VisualRow[][] = [];
  let region: VisualRow[] = [];
  let singles: VisualRow[] = [];
  const close = (): void => {
    if (region.length > 1) regions.push([...region, ...singles.slice(0, tailLength(region, singles))]);
    region = [];
    singles = [];
  };
  for (const row of rows) {
    const before = singles.at(-1) ?? region.at(-1);
    if (before !== undefined && (isFar(before, row) || isHeading(row, region))) close();
    if (isSeveral(row)) {
      region.push(...singles, row);
      singles = [];
    } else if (region.length > 0) {
      singles.push(row);
      if (singles.length > maxSingles || isProseLine(row)) close();
    }
  }
  close();
  return regions;
}

function isFar(before: VisualRow, row: VisualRow): boolean {
  const size = Math.max(before.pieces[0]?.sizePt ?? 0, row.pieces[0]?.sizePt ?? 0);
  return row.box.y0 - before.box.y1 > maxRowGapEms * size;
}

function isHeading(row: VisualRow, region: readonly VisualRow[]): boolean {
  const [only] = row.pieces;
  if (only === undefined || row.pieces.length > 1) return false;
  const largestPt = Math.max(...region.slice(-maxSingles).flatMap(({ pieces }) => pieces.map((piece) => piece.sizePt)));
  return only.sizePt > headingRatio * largestPt;
}

/** Whether a row is the number of a section with its title behind it, in larger type than one of the rows beside it. */
function isNumberedHeading({ pieces }: VisualRow, above: VisualRow | undefined, below: VisualRow | undefined): boolean {
  const [number, title, ...others] = pieces;
  if (number === undefined || title === undefined || others.length > 0 || !sectionNumber.test(number.text))
    return false;
  if (!/^\P{L}?\p{L}/u.test(title.text) || gapBetween(number.box, title.box) > maxTitleGapEms * title.sizePt)
    return false;
  const sizePt = Math.min(number.sizePt, title.sizePt);
  return [above, below].some((row) => row !== undefined && sizePt > headingRatio * largestOf(row));
}

function largestOf({ pieces }: VisualRow): number {
  return Math.max(...pieces.map((piece) => piece.sizePt));
}

function isProseLine(row: VisualRow): boolean {
  return row.pieces.reduce((sum, piece) => sum + wordCount(piece.text), 0) > maxLabelWords;
}
