import { isNumeric, isPeriod, isUnit } from "./cell-kinds.ts";
import { type Column, columnOf, reachesOver } from "./columns.ts";
import { isWrapped, type Fragment } from "./fragment.ts";
import type { DraftRow, VisualRow } from "./visual-rows.ts";

/** Minimum ratio of row distance to line distance, if they differ. */
const looserShare = 1.15;

/** Lines of one cell are at most this many times their size apart. */
const maxLeadingEms = 1.7;

interface Placed {
  readonly cells: readonly (readonly Fragment[])[];
  readonly top: number;
  readonly bottom: number;
  readonly sizePt: number;
  /** True if something in it spans several columns. */
  readonly isOverSeveral: boolean;
}

/** Groups lines of text into table rows: a line that only continues cells of the row before joins it. */
export function logicalRows(rows: readonly VisualRow[], columns: readonly Column[]): readonly DraftRow[] {
  return joinedRows(rows, columns, joinHead);
}

/** Groups rows below a rule with the head above it, so that none of them is a head. */
export function rowsBelowHead(rows: readonly VisualRow[], columns: readonly Column[]): readonly DraftRow[] {
  return joinedRows(rows, columns, (placed) => placed);
}

function joinedRows(
  rows: readonly VisualRow[],
  columns: readonly Column[],
  withHead: (placed: readonly Placed[]) => readonly Placed[],
): readonly DraftRow[] {
  const banded = bandRows(
    rows.flatMap((row) => row.fragments),
    columns,
  );
  if (banded !== undefined) return banded;
  const placed = withHead(rows.map((row) => place(row, columns)));
  const leading = rowLeading(placed);
  const pitch = rowPitch(placed);
  const edges = columns.map((_, column) => Math.max(...placed.map((row) => row.cells[column]?.at(-1)?.box.x1 ?? 0)));
  const result: Fragment[][][] = [];
  let before: Placed | undefined;
  for (const row of placed) {
    const last = result.at(-1);
    const isJoined = last !== undefined && before !== undefined && goesOn({ last, before, row, leading, pitch, edges });
    if (isJoined) for (const [column, fragments] of row.cells.entries()) last[column]?.push(...fragments);
    else result.push(row.cells.map((fragments) => [...fragments]));
    before = row;
  }
  return result;
}

function place(row: VisualRow, columns: readonly Column[]): Placed {
  const cells = columns.map((): Fragment[] => []);
  for (const fragment of row.fragments) cells[columnOf(fragment, columns)]?.push(fragment);
  const isOverSeveral = row.fragments.some((fragment) => reachesOver(fragment, columns));
  return { cells, top: row.box.y0, bottom: row.box.y1, sizePt: row.fragments[0]?.sizePt ?? 10, isOverSeveral };
}

/** Maximum number of lines of words above the first line with numbers. */
const maxHeadLines = 4;

/** Joins the lines of the heads of number columns. A title over all columns or a label ends them. */
function joinHead(rows: readonly Placed[]): readonly Placed[] {
  const body = rows.findIndex((row) => row.cells.some(holdsNumber));
  const above = rows.slice(0, Math.max(body, 0));
  const head = isUnits(above[1]) ? above.slice(0, 2) : above;
  if (head.length < 2 || head.length > maxHeadLines || !head.every(isHeadLine)) return rows;
  const [first, ...others] = head;
  if (first === undefined || head.some((row, index) => isDistant(row, head[index - 1]))) return rows;
  const cells = first.cells.map((fragments, column) => [
    ...fragments,
    ...others.flatMap((row) => row.cells[column] ?? []),
  ]);
  const last = head.at(-1) ?? first;
  return [{ ...first, cells, top: last.top, bottom: last.bottom }, ...rows.slice(head.length)];
}

/** Units below the heads belong to them, whatever follows. */
function isUnits(row: Placed | undefined): boolean {
  return row !== undefined && row.cells.flat().every(({ text }) => isUnit(text));
}

function holdsNumber(fragments: readonly Fragment[]): boolean {
  return fragments.some(
    (fragment) =>
      isNumeric(fragment.text) && !isPeriod(fragment.text) && !isUnit(fragment.text) && /\d/u.test(fragment.text),
  );
}

function isHeadLine(row: Placed): boolean {
  return row.cells.some((fragments, column) => column > 0 && fragments.length > 0) && !row.isOverSeveral;
}

function isDistant(row: Placed, before: Placed | undefined): boolean {
  return before !== undefined && row.top - before.top > maxLeadingEms * row.sizePt;
}

/** Returns the distance of the first line of a row from the line before, measured at the lines with most columns. */
function rowLeading(rows: readonly Placed[]): number {
  let least = Infinity;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const used = row.cells.filter((fragments) => fragments.length > 0).length;
    if (before === undefined || used <= row.cells.length / 2) continue;
    least = Math.min(least, row.top - before.top);
  }
  return least;
}

/** Returns the least distance of two rows with values, so that lines of a wrapped label do not count. */
function rowPitch(rows: readonly Placed[]): number {
  let least = Infinity;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    if (before !== undefined && holdsValues(before) && holdsValues(row)) least = Math.min(least, row.top - before.top);
  }
  return least;
}

/** True if a row has text in its first column and in another one. */
function holdsValues({ cells }: Placed): boolean {
  return cells[0]?.length !== 0 && cells.some((fragments, column) => column > 0 && fragments.length > 0);
}

interface Situation {
  readonly last: readonly (readonly Fragment[])[];
  readonly before: Placed;
  readonly row: Placed;
  readonly leading: number;
  /** The least distance of two rows with values. */
  readonly pitch: number;
  /** How far the cells of each column extend. */
  readonly edges: readonly number[];
}

function goesOn(situation: Situation): boolean {
  const { last, before, row, edges } = situation;
  const distance = row.top - before.top;
  if (distance > maxLeadingEms * row.sizePt) return false;
  if (isOneLabel(situation)) return true;
  const used = row.cells.flatMap((fragments, column) => (fragments.length > 0 ? [column] : []));
  if (used.length >= edges.length || used.some((column) => last[column]?.length === 0)) return false;
  if (used.some((column) => row.cells[column]?.some((fragment) => isNumeric(fragment.text)))) return false;
  if (used[0] === 0 && used.length > 1) return false;
  return used[0] === 0
    ? labelGoesOn(situation)
    : isCloser(situation) || used.every((column) => isCellWrapped(situation, column));
}

function isOneLabel(situation: Situation): boolean {
  return isLabelDivided(situation) || isLabelBegun(situation);
}

/**
 * True if the label above ends with the hyphen of a number or word that continues here, beside lines of other cells.
 */
function isLabelDivided({ before, row }: Situation): boolean {
  const above = before.cells[0]?.at(-1);
  const below = row.cells[0]?.[0];
  if (above === undefined || below === undefined || below.box.x0 - above.box.x0 > 1) return false;
  return /[\p{L}\p{N}]-$/u.test(above.text) && /^[\p{L}\p{N}]/u.test(below.text);
}

/**
 * True if the row above is the beginning of the label of this row of numbers: a label alone whose next word had no room, which continues
 * in lowercase or nearer than rows are. A colon ends a group heading.
 */
function isLabelBegun(situation: Situation): boolean {
  const { last, row } = situation;
  const [above, below] = [last[0]?.at(-1), row.cells[0]?.[0]];
  if (above === undefined || below === undefined || !isLabelOnly(last) || !holdsNumbers(row)) return false;
  if (above.text.endsWith(":") || !areAlike(above, below)) return false;
  return labelGoesOn(situation);
}

function isLabelOnly(cells: readonly (readonly Fragment[])[]): boolean {
  return cells.every((fragments, column) => column === 0 || fragments.length === 0);
}

function holdsNumbers({ cells }: Placed): boolean {
  return cells.some((fragments, column) => column > 0 && fragments.some(({ text }) => isNumeric(text)));
}

/** Minimum difference between the distances of rows and of lines, in points and as a share. */
const nearerPt = 0.5;
const nearerShare = 0.95;

function isNearerThanRows({ row, before, pitch }: Situation): boolean {
  const distance = row.top - before.top;
  return Number.isFinite(pitch) && distance < nearerShare * pitch && pitch - distance > nearerPt;
}

function areAlike(one: Fragment, other: Fragment): boolean {
  return one.isBold === other.isBold && Math.abs(one.sizePt - other.sizePt) < 0.1 * one.sizePt;
}

/** True if this line is as near as lines within rows, which are closer than rows. */
function isCloser({ row, before, leading }: Situation): boolean {
  return Number.isFinite(leading) && (row.top - before.top) * looserShare < leading;
}

/** True if the first word of this line had no room at the end of the line before. */
function isCellWrapped({ before, row, edges }: Situation, column: number): boolean {
  const above = before.cells[column]?.at(-1);
  const below = row.cells[column]?.[0];
  return above !== undefined && below !== undefined && isWrapped(above, below, edges[column] ?? 0);
}

/** A label alone in its line continues in lowercase, or nearer than rows are. Otherwise a capital starts another label. */
function labelGoesOn(situation: Situation): boolean {
  const text = situation.row.cells[0]?.[0]?.text ?? "";
  return (/^[\p{Ll}(&]/u.test(text) || isNearerThanRows(situation)) && isCellWrapped(situation, 0);
}

/** Minimum extra gap between rows compared with lines of a row, in ems. */
const widerEms = 0.12;

type Cells = readonly (readonly Fragment[])[];

/**
 * Finds rows whose cells have several lines by the gaps that cross all columns; `undefined` if there are none, or if a
 * resulting row would be several. Also finds rows with vertically centred cells, whose lines are not side by side.
 */
function bandRows(fragments: readonly Fragment[], columns: readonly Column[]): readonly Cells[] | undefined {
  const bands = bandsOf(fragments);
  const gaps = bands.slice(1).map((band, index) => topOf(band) - bottomOf(bands[index] ?? band));
  const limits = limitsOf(gaps, widerEms * (fragments[0]?.sizePt ?? 10));
  for (const limit of bands.some(isOfLines) ? [...limits, noWhite] : limits) {
    const rows = bandsBetween(bands, gaps, limit).map((row) => cellsOf(row, columns));
    const wrapping = wrappingOf(rows);
    if (rows.every((row) => isOneRow(row, wrapping))) return rows;
  }
  return undefined;
}

/** Below any gap: each band is a row. */
const noWhite = -Infinity;

/** Anything higher is more than one line, in ems. */
const severalLinesEms = 1.8;

/** True if lines beside a centred cell overlap it, so that all are one band although each line has a gap below. */
function isOfLines(band: readonly Fragment[]): boolean {
  const sizePt = band.reduce((most, fragment) => Math.max(most, fragment.sizePt), 0);
  return bottomOf(band) - topOf(band) > severalLinesEms * sizePt;
}

/** Joins bands with gaps below a limit. */
function bandsBetween(
  bands: readonly (readonly Fragment[])[],
  gaps: readonly number[],
  limit: number,
): readonly Fragment[][] {
  const rows: Fragment[][] = [];
  for (const [index, band] of bands.entries()) {
    const last = rows.at(-1);
    if (last === undefined || (gaps[index - 1] ?? 0) > limit) rows.push([...band]);
    else last.push(...band);
  }
  return rows;
}

/** Groups fragments that overlap vertically, from the top. */
function bandsOf(fragments: readonly Fragment[]): readonly (readonly Fragment[])[] {
  const bands: Fragment[][] = [];
  let bottom = -Infinity;
  for (const fragment of fragments.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    // Boxes of letters slightly exceed their lines above and below.
    if (fragment.box.y0 >= bottom - 0.25 * fragment.sizePt) bands.push([fragment]);
    else bands.at(-1)?.push(fragment);
    bottom = Math.max(bottom, fragment.box.y1);
  }
  return bands;
}

function topOf(band: readonly Fragment[]): number {
  return band.reduce((least, { box }) => Math.min(least, box.y0), Infinity);
}

function bottomOf(band: readonly Fragment[]): number {
  return band.reduce((most, { box }) => Math.max(most, box.y1), -Infinity);
}

/** Maximum number of gap limits tried. */
const maxLimits = 4;

/** Returns limits between gaps of lines and gaps of rows: at the largest steps in the sorted gaps. */
function limitsOf(gaps: readonly number[], leastStep: number): readonly number[] {
  const sorted = gaps.toSorted((a, b) => a - b);
  const steps = sorted.slice(1).map((gap, index) => {
    const before = sorted[index] ?? gap;
    return { limit: (gap + before) / 2, step: gap - before };
  });
  const wide = steps.filter(({ step }) => step >= leastStep).sort((a, b) => b.step - a.step);
  return wide.slice(0, maxLimits).map(({ limit }) => limit);
}

/** Returns how far the text of each column extends. */
function edgesOf(rows: readonly Cells[]): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) =>
    rows.flatMap((row) => row[column] ?? []).reduce((most, fragment) => Math.max(most, fragment.box.x1), 0),
  );
}

/** Assigns fragments to their columns. */
export function cellsOf(fragments: readonly Fragment[], columns: readonly Column[]): Cells {
  const cells = columns.map((): Fragment[] => []);
  for (const fragment of fragments) cells[columnOf(fragment, columns)]?.push(fragment);
  return cells;
}

/** How lines of words may continue in the cells of a table. */
export interface Wrapping {
  /** How far the text of each column extends. */
  readonly edges: readonly number[];
  /** The columns whose wrapped cells have words and numbers, such as `17 May` above `2013`. */
  readonly mixed: ReadonlySet<number>;
}

/** Minimum number of wrapped cells with words and numbers in a column. A single one may be a head above its value. */
const leastMixed = 2;

/** Returns how the cells of some rows wrap. */
export function wrappingOf(rows: readonly Cells[]): Wrapping {
  return { edges: edgesOf(rows), mixed: mixedColumns(rows) };
}

/** Finds the columns with cells of several lines, all of which are words or have a word beside each number. */
function mixedColumns(rows: readonly Cells[]): ReadonlySet<number> {
  const columns = (rows[0] ?? []).flatMap((_, column) => {
    const wrapped = rows.map((row) => linesOf(row[column] ?? [])).filter((lines) => lines.length > 1);
    const mixed = wrapped.filter((lines) => lines.some(isBareNumber));
    return mixed.length >= leastMixed && mixed.every(areMixed) ? [column] : [];
  });
  return new Set(columns);
}

/** True if no two numbers follow each other: they would be values of two rows. */
function areMixed(lines: readonly Fragment[]): boolean {
  return lines.slice(1).every((line, index) => !isBareNumber(line) || !isBareNumber(lines[index] ?? line));
}

/** True for a number without letters, such as those of a unit or a month. */
function isBareNumber({ text }: Fragment): boolean {
  return isNumeric(text) && !/\p{L}/u.test(text);
}

function isNumber({ text }: Fragment): boolean {
  return isNumeric(text);
}

function linesOf(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.toSorted((a, b) => a.box.y0 - b.box.y0);
}

/**
 * True if lines are one row: numbers are alone in their cells, except for those in mixed columns beside a label with
 * fewer lines, and lines of words continue because the next word had no room.
 */
export function isOneRow(cells: Cells, { edges, mixed }: Wrapping): boolean {
  if (isSquare(cells)) return false;
  const labelLines = cells.find((fragments) => fragments.length > 0)?.length ?? 0;
  return cells.every((fragments, column) => {
    if (fragments.length < 2) return true;
    const mayHoldNumbers = mixed.has(column) && fragments.length > labelLines;
    if (!mayHoldNumbers && fragments.some(isNumber)) return false;
    const lines = linesOf(fragments);
    return lines.every((fragment, index) => {
      const above = lines[index - 1];
      return (
        above === undefined || above.box.y1 > fragment.box.y1 - 1 || isWrapped(above, fragment, edges[column] ?? 0)
      );
    });
  });
}

/** Columns that all have the same lines are rows. Cells of one row seldom break alike. */
const minSquareColumns = 3;

function isSquare(cells: Cells): boolean {
  const used = cells.filter((fragments) => fragments.length > 0);
  const lines = used[0]?.length ?? 0;
  return used.length >= minSquareColumns && lines > 1 && used.every((fragments) => fragments.length === lines);
}
