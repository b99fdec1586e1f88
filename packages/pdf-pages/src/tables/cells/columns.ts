import { widestGutter } from "../../model/boxes.ts";
import { ascending } from "../../model/numbers.ts";
import { isNumeric, isPeriod, wordCount } from "./cell-kinds.ts";
import type { Fragment } from "./fragment.ts";
import type { VisualRow } from "./visual-rows.ts";

/** The horizontal extent of a column. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** Gaps narrower than this are between words, in ems. */
const minGapEms = 0.12;

/** One row in this many may cross the gap between two columns: spanning heads, notes, totals. */
const rowsPerCrossing = 5;

/** Columns that share less than this part of their rows are one column whose cells start at different positions. */
const sharedRows = 0.1;

/**
 * Finds columns by the vertical gaps that nearly all rows have. A column is where most of its text is, because a head
 * may be wider than the cells below it, or span several columns. Text alone in a gap is a column of few cells.
 */
export function columnsOf(rows: readonly VisualRow[]): readonly Column[] {
  const several = rows.filter((row) => row.fragments.length > 1);
  const columns = columnsOfAll(several);
  return columnsBelowHeads(several, columns.length) ?? columns;
}

/**
 * Returns the columns below the heads if there are as many of them as heads, and fewer than with the heads, which may be
 * aligned otherwise than their columns: then each column extends to its head. Also returns them if the heads only fill
 * gaps between them, each above one of them.
 */
function columnsBelowHeads([head, ...body]: readonly VisualRow[], most: number): readonly Column[] | undefined {
  const heads = head?.fragments ?? [];
  if (heads.length >= most || body.length < 2 || heads.some(({ text }) => isValue(text))) return undefined;
  const own = columnsOfAll(body);
  if (own.length > most && areEachOverOne(heads, own)) return own;
  if (own.length !== heads.length) return undefined;
  const whole = own.map(({ x0, x1 }, index) => {
    const { x0: left, x1: right } = heads[index]?.box ?? { x0, x1 };
    return { x0: Math.min(x0, left), x1: Math.max(x1, right) };
  });
  return whole.every(({ x0 }, index) => x0 >= (whole[index - 1]?.x1 ?? x0)) ? whole : undefined;
}

function areEachOverOne(heads: readonly Fragment[], columns: readonly Column[]): boolean {
  const under = heads.map((head) => columns.filter((column) => overlapOf(column, head) > 0));
  return under.every(({ length }) => length === 1) && new Set(under.flat()).size === heads.length;
}

function columnsOfAll(several: readonly VisualRow[]): readonly Column[] {
  const fragments = several.flatMap((row) => row.fragments);
  const minGap = minGapEms * sizeOf(several);
  const allowed = Math.floor(several.length / rowsPerCrossing);
  const columns = inkOf(fragments, { allowed, minGap });
  const alone = fragments.filter((fragment) => !columns.some((column) => overlapOf(column, fragment) > -minGap));
  const sparse = inkOf(alone, { allowed: 0, minGap });
  return joinAlternating(
    [...columns, ...sparse].sort((a, b) => a.x0 - b.x0),
    several,
  );
}

/** What counts as a gap. */
interface Whitespace {
  /** Maximum number of fragments that cross it. */
  readonly allowed: number;
  readonly minGap: number;
}

/** Returns the ranges covered by more fragments than a gap may have. */
function inkOf(fragments: readonly Fragment[], { allowed, minGap }: Whitespace): readonly Column[] {
  const starts = ascending(fragments.map(({ box }) => box.x0));
  const ends = ascending(fragments.map(({ box }) => box.x1));
  const result: Column[] = [];
  let begun = 0;
  let start = 0;
  for (let ended = 0; ended < ends.length; ended += 1) {
    const end = ends[ended] ?? 0;
    // At the same position, starts count before ends.
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

/** Returns the usual font size of some rows. */
function sizeOf(rows: readonly VisualRow[]): number {
  const sizes: number[] = [];
  for (const { fragments } of rows) for (const { sizePt } of fragments) sizes.push(sizePt);
  return ascending(sizes)[Math.floor(sizes.length / 2)] ?? 10;
}

function joinAlternating(columns: readonly Column[], rows: readonly VisualRow[]): readonly Column[] {
  const result: Column[] = [];
  for (const [index, column] of columns.entries()) {
    const last = result.at(-1);
    const next = columns[index + 1];
    const isHeadOfNext = next !== undefined && isHeadOnly(column, rows) && areOne(column, next, rows);
    if (last !== undefined && !isHeadOfNext && areOne(last, column, rows))
      result[result.length - 1] = { x0: last.x0, x1: column.x1 };
    else result.push(column);
  }
  return result;
}

/** True if only lines of the head have text in a column: it is centred, or starts beside its values. */
function isHeadOnly(column: Column, rows: readonly VisualRow[]): boolean {
  const body = rows.findIndex(({ fragments }) => fragments.some(({ text }) => isValue(text)));
  return rows.every((row, index) => index < body || !isUsed(column, row));
}

function isValue(text: string): boolean {
  return isNumeric(text) && !isPeriod(text);
}

function areOne(left: Column, right: Column, rows: readonly VisualRow[]): boolean {
  const [first] = rows;
  // Debit and credit: no row has both, and each has its own head.
  if (first !== undefined && usesBoth(left, right, first)) return false;
  const leftRows = rows.filter((row) => isUsed(left, row)).length;
  const rightRows = rows.filter((row) => isUsed(right, row)).length;
  const both = rows.filter((row) => usesBoth(left, right, row)).length;
  return both <= sharedRows * Math.min(leftRows, rightRows);
}

/** True if a row has a fragment in each of two columns. One that is in both shows that they are one column. */
function usesBoth(left: Column, right: Column, { fragments }: VisualRow): boolean {
  return fragments.some(
    (one) => overlapOf(left, one) > 0 && fragments.some((other) => other !== one && overlapOf(right, other) > 0),
  );
}

function isUsed(column: Column, row: VisualRow): boolean {
  return row.fragments.some((fragment) => overlapOf(column, fragment) > 0);
}

/** Returns the overlap of a fragment with a column, in points. */
export function overlapOf(column: Column, fragment: Fragment): number {
  return Math.min(column.x1, fragment.box.x1) - Math.max(column.x0, fragment.box.x0);
}

/** True if a fragment is in several columns. */
export function reachesOver(fragment: Fragment, columns: readonly Column[]): boolean {
  let count = 0;
  for (const column of columns) if (overlapOf(column, fragment) > 1) count += 1;
  return count > 1;
}

/** Returns the column of a fragment, the first one if it spans several. */
export function columnOf(fragment: Fragment, columns: readonly Column[]): number {
  const width = widthOf(fragment.box);
  const first = columns.findIndex((column) => overlapOf(column, fragment) > 0.25 * Math.min(widthOf(column), width));
  if (first >= 0) return first;
  const middle = (fragment.box.x0 + fragment.box.x1) / 2;
  const distances = columns.map((column) => Math.max(column.x0 - middle, middle - column.x1, 0));
  return distances.indexOf(Math.min(...distances));
}

function widthOf(column: Column): number {
  return column.x1 - column.x0;
}

/** Minimum number of words of a line of prose, or of ems in scripts without spaces. */
const proseWords = 6;
const proseEms = 16;

/** Minimum number of lines of prose in a column of the page. */
const minLines = 6;

/** Minimum gutter between columns of the page, in points. */
const minGutterPt = 6;

/** Returns the fragments of each column of the page, and those that span several, as groups to search separately. */
export function pageColumns(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const prose = fragments.filter(isProse);
  if (widestGutter(prose.map(({ box }) => box)) < minGutterPt) return [fragments];
  const ink = inkOf(prose, { allowed: Math.floor(prose.length / 10), minGap: minGutterPt });
  const columns = ink.filter((column) => prose.filter((fragment) => isWithin(fragment, column)).length >= minLines);
  if (columns.length < 2) return [fragments];
  const groups = new Map<string, Fragment[]>();
  for (const fragment of fragments) {
    const key = columnsUnder(fragment, columns);
    groups.set(key, [...(groups.get(key) ?? []), fragment]);
  }
  return [...groups.values()];
}

function isProse(fragment: Fragment): boolean {
  return fragment.box.x1 - fragment.box.x0 >= proseEms * fragment.sizePt || wordCount(fragment.text) >= proseWords;
}

function isWithin(fragment: Fragment, column: Column): boolean {
  return overlapOf(column, fragment) > 0.9 * (fragment.box.x1 - fragment.box.x0);
}

/** Returns the columns that a fragment is in, or the nearest one: the cells of a table may be wider than the prose. */
function columnsUnder(fragment: Fragment, columns: readonly Column[]): string {
  const overlaps = columns.map((column) => overlapOf(column, fragment));
  const under = overlaps.flatMap((overlapPt, index) => (overlapPt > 0 ? [index] : []));
  return under.length > 0 ? under.join("+") : String(overlaps.indexOf(Math.max(...overlaps)));
}
