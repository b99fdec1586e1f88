import { wordCount } from "./cell-kinds.ts";
import type { Piece } from "./piece.ts";
import type { VisualRow } from "./visual-rows.ts";

/** From where to where a column goes. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** White narrower than this many ems is between words, not between columns. */
const minGapEms = 0.12;

/** One row in so many may reach across the white between two columns: heads over several, notes, totals. */
const rowsPerCrossing = 5;

/** Columns that share fewer than this part of their rows are one column whose cells start at different places. */
const sharedRows = 0.1;

/**
 * Finds columns by the white that runs down between the pieces of nearly all rows: a column is where most of its ink
 * is, as a head may be wider than what stands below it, and reach over several. What stands alone in the white is a
 * column of few cells.
 */
export function columnsOf(rows: readonly VisualRow[]): readonly Column[] {
  const several = rows.filter((row) => row.pieces.length > 1);
  const pieces = several.flatMap((row) => row.pieces);
  const minGap = minGapEms * sizeOf(several);
  const allowed = Math.floor(several.length / rowsPerCrossing);
  const columns = inkOf(pieces, { allowed, minGap });
  const alone = pieces.filter((piece) => !columns.some((column) => overlapOf(column, piece) > -minGap));
  const sparse = inkOf(alone, { allowed: 0, minGap });
  return joinAlternating(
    [...columns, ...sparse].sort((a, b) => a.x0 - b.x0),
    several,
  );
}

/** What counts as white. */
interface Whitespace {
  /** How many pieces may stand where white is. */
  readonly allowed: number;
  readonly minGap: number;
}

/** From where to where there are more pieces above each other than white may have. */
function inkOf(pieces: readonly Piece[], { allowed, minGap }: Whitespace): readonly Column[] {
  const starts = ascending(pieces.map(({ box }) => box.x0));
  const ends = ascending(pieces.map(({ box }) => box.x1));
  const result: Column[] = [];
  let begun = 0;
  let start = 0;
  for (let ended = 0; ended < ends.length; ended += 1) {
    const end = ends[ended] ?? 0;
    // What begins where something ends begins before.
    for (; (starts[begun] ?? Infinity) <= end; begun += 1) if (begun - ended === allowed) start = starts[begun] ?? 0;
    if (begun - ended === allowed + 1) addColumn(result, { x0: start, x1: end }, minGap);
  }
  return result;
}

function addColumn(columns: Column[], column: Column, minGap: number): void {
  const last = columns.at(-1);
  if (last !== undefined && column.x0 - last.x1 < minGap) columns[columns.length - 1] = { x0: last.x0, x1: column.x1 };
  else columns.push(column);
}

/** The usual size of the text of some rows. */
function sizeOf(rows: readonly VisualRow[]): number {
  const sizes: number[] = [];
  for (const { pieces } of rows) for (const { sizePt } of pieces) sizes.push(sizePt);
  return ascending(sizes)[Math.floor(sizes.length / 2)] ?? 10;
}

function joinAlternating(columns: readonly Column[], rows: readonly VisualRow[]): readonly Column[] {
  const result: Column[] = [];
  for (const column of columns) {
    const last = result.at(-1);
    if (last !== undefined && areOne(last, column, rows)) result[result.length - 1] = { x0: last.x0, x1: column.x1 };
    else result.push(column);
  }
  return result;
}

function areOne(left: Column, right: Column, rows: readonly VisualRow[]): boolean {
  const usage = rows.map((row) => [isUsed(left, row), isUsed(right, row)] as const);
  const [isLeftHeaded, isRightHeaded] = usage[0] ?? [false, false];
  // Money out and money in: no row has both, and each has a head of its own.
  if (isLeftHeaded && isRightHeaded) return false;
  const leftRows = usage.filter(([isLeft]) => isLeft).length;
  const rightRows = usage.filter(([, isRight]) => isRight).length;
  const both = usage.filter(([isLeft, isRight]) => isLeft && isRight).length;
  const fewer = Math.min(leftRows, rightRows);
  return both <= sharedRows * fewer;
}

function isUsed(column: Column, row: VisualRow): boolean {
  return row.pieces.some((piece) => overlapOf(column, piece) > 0);
}

/** How much of a piece is in a column, in points. */
export function overlapOf(column: Column, piece: Piece): number {
  return Math.min(column.x1, piece.box.x1) - Math.max(column.x0, piece.box.x0);
}

/** Whether a piece is in several columns. */
export function reachesOver(piece: Piece, columns: readonly Column[]): boolean {
  let count = 0;
  for (const column of columns) if (overlapOf(column, piece) > 1) count += 1;
  return count > 1;
}

/** The column that a piece belongs to: the first one that it is in, where it reaches over several. */
export function columnOf(piece: Piece, columns: readonly Column[]): number {
  const width = widthOf(piece.box);
  const first = columns.findIndex((column) => overlapOf(column, piece) > 0.25 * Math.min(widthOf(column), width));
  if (first >= 0) return first;
  const middle = (piece.box.x0 + piece.box.x1) / 2;
  const distances = columns.map((column) => Math.max(column.x0 - middle, middle - column.x1, 0));
  return distances.indexOf(Math.min(...distances));
}

function widthOf(column: Column): number {
  return column.x1 - column.x0;
}

/** A piece with at least so many words is a line of prose; so is one of so many ems, in writing without spaces. */
const proseWords = 6;
const proseEms = 16;

/** A column of the page has at least so many lines of prose. */
const minLines = 6;

/** The white between two columns of a page. */
const minGutterPt = 6;

/** The pieces of each column of the page, and those that reach over several, each group to be searched by itself. */
export function pageColumns(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const prose = pieces.filter(isProse);
  const ink = inkOf(prose, { allowed: Math.floor(prose.length / 10), minGap: minGutterPt });
  const columns = ink.filter((column) => prose.filter((piece) => isWithin(piece, column)).length >= minLines);
  if (columns.length < 2) return [pieces];
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = columnsUnder(piece, columns);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()];
}

function isProse(piece: Piece): boolean {
  return piece.box.x1 - piece.box.x0 >= proseEms * piece.sizePt || wordCount(piece.text) >= proseWords;
}

function isWithin(piece: Piece, column: Column): boolean {
  return overlapOf(column, piece) > 0.9 * (piece.box.x1 - piece.box.x0);
}

function columnsUnder(piece: Piece, columns: readonly Column[]): string {
  const under = columns.flatMap((column, index) => (overlapOf(column, piece) > 0 ? [index] : []));
  return under.join("+");
}

/** Some numbers in ascending order; V8 sorts those of such an array without a call for each pair. */
export function ascending(values: readonly number[]): Float64Array {
  return new Float64Array(values).sort();
}
