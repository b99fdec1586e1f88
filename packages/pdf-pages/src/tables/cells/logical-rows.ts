import { bandRows, edgesOf, isGroupBelowHead } from "./band-rows.ts";
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
  lines: readonly VisualRow[],
  columns: readonly Column[],
  withHead: (placed: readonly Placed[]) => readonly Placed[],
): readonly DraftRow[] {
  const rows = withCentredLabels(lines, columns);
  const banded = bandRows(
    rows.flatMap((row) => row.fragments),
    columns,
  );
  if (banded !== undefined) return banded;
  const placed = withHead(rows.map((row) => place(row, columns)));
  const leading = rowLeading(placed);
  const pitch = rowPitch(placed);
  const edges = edgesOf(placed.map(({ cells }) => cells));
  const mixed = mixedColumns(placed);
  const isFromBottom = areValuesBelow(placed, edges[0] ?? 0);
  const result: Fragment[][][] = [];
  let before: Placed | undefined;
  for (const [index, row] of placed.entries()) {
    const last = result.at(-1);
    const next = result.length === 1 ? placed[index + 1] : undefined;
    const isJoined =
      last !== undefined &&
      before !== undefined &&
      goesOn({ last, before, row, next, leading, pitch, edges, mixed, isFromBottom });
    if (isJoined) for (const [column, fragments] of row.cells.entries()) last[column]?.push(...fragments);
    else result.push(row.cells.map((fragments) => [...fragments]));
    before = row;
  }
  return result;
}

/**
 * Moves labels that are centred beside several rows of values to the first of these rows. A label is beside as many rows
 * below it as above it, which start after the rows of the label before.
 */
function withCentredLabels(rows: readonly VisualRow[], columns: readonly Column[]): readonly VisualRow[] {
  if (!rows.some((_, index) => isBetweenRows(rows, index))) return rows;
  const areValues = rows.map(
    (row) => row.fragments.length > 1 && !isLabelled(row, columns) && row.fragments.some(isValue),
  );
  const result = [...rows];
  const moved = new Set<VisualRow>();
  let start = 0;
  for (const [index, row] of rows.entries()) {
    if (areValues[index] === true) continue;
    const [first, count] = [rows[start], index - start];
    const below = areValues.slice(index + 1, index + 1 + count);
    const isCentred = isBetweenRows(rows, index) && isLabelled(row, columns);
    if (first !== undefined && isCentred && count > 0 && below.length === count && below.every(Boolean)) {
      result[start] = withLabel(first, row.fragments);
      moved.add(row);
      start = index + 1 + count;
    } else start = index + 1;
  }
  return result.filter((row) => !moved.has(row));
}

/** Minimum number of rows of a group whose label is in the middle of them, and of such groups. */
const leastGroupRows = 3;
const leastGroups = 2;

/**
 * Moves the labels of groups between rules to the first rows of the groups, if each group has its only label in its middle
 * row, beside values.
 */
export function withGroupLabels(
  groups: readonly (readonly VisualRow[])[],
  columns: readonly Column[],
): readonly (readonly VisualRow[])[] {
  const areLabelled = groups.every((rows) => {
    const labelled = rows.filter((row) => isLabelled(row, columns));
    return rows.length >= leastGroupRows && labelled.length === 1 && labelled[0] === rows[(rows.length - 1) / 2];
  });
  if (groups.length < leastGroups || !areLabelled) return groups;
  return groups.map((rows) => {
    const middle = (rows.length - 1) / 2;
    const labels = (rows[middle]?.fragments ?? []).filter((fragment) => columnOf(fragment, columns) === 0);
    return rows.map((row, index) => {
      if (index === 0) return withLabel(row, labels);
      return index === middle ? { ...row, fragments: row.fragments.filter((one) => !labels.includes(one)) } : row;
    });
  });
}

function isLabelled({ fragments }: VisualRow, columns: readonly Column[]): boolean {
  return fragments.some((fragment) => columnOf(fragment, columns) === 0);
}

function isValue({ text }: Fragment): boolean {
  return isNumeric(text) && /\d/u.test(text);
}

function withLabel({ fragments, box }: VisualRow, label: readonly Fragment[]): VisualRow {
  const { y0, y1 } = box;
  return { fragments: [...label.map((one) => ({ ...one, box: { ...one.box, y0, y1 } })), ...fragments], box };
}

/** True for one text between two rows that are as near as lines, at a height that it shares with both. */
function isBetweenRows(rows: readonly VisualRow[], index: number): boolean {
  const [above, row, below] = [rows[index - 1], rows[index], rows[index + 1]];
  if (above === undefined || row === undefined || below === undefined || row.fragments.length > 1) return false;
  const areNear = below.box.y0 - above.box.y0 < maxLeadingEms * (row.fragments[0]?.sizePt ?? 10);
  return areNear && row.box.y0 < above.box.y1 && row.box.y1 > below.box.y0;
}

function place(row: VisualRow, columns: readonly Column[]): Placed {
  const cells = columns.map((): Fragment[] => []);
  for (const fragment of row.fragments) cells[columnOf(fragment, columns)]?.push(fragment);
  const isOverSeveral = row.fragments.some((fragment) => reachesOver(fragment, columns));
  return { cells, top: row.box.y0, bottom: row.box.y1, sizePt: row.fragments[0]?.sizePt ?? 10, isOverSeveral };
}

/** Maximum number of lines of words above the first line with numbers. */
const maxHeadLines = 4;

/** Joins the lines of the heads of number columns. A title over all columns ends them, or the label of a group. */
function joinHead(rows: readonly Placed[]): readonly Placed[] {
  const body = rows.findIndex((row) => row.cells.some(holdsNumber));
  const above = rows.slice(0, Math.max(body, 0));
  const head = isUnits(above[1]) ? above.slice(0, 2) : above.slice(0, above.findLastIndex(isHeadLine) + 1);
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

/** Minimum share of lines with words and numbers in a column whose cells wrap before a number. */
const mixedShare = 0.6;

/** Returns the columns whose cells are words with numbers, such as `2 May 2020`. */
function mixedColumns(rows: readonly Placed[]): ReadonlySet<number> {
  const columns = (rows[0]?.cells ?? []).flatMap((_, column) => {
    const texts = rows.flatMap(({ cells }) => cells[column] ?? []).map(({ text }) => text);
    const mixed = texts.filter((text) => /\p{L}/u.test(text) && /\d/u.test(text) && !isNumeric(text));
    return mixed.length > 1 && mixed.length >= mixedShare * texts.length ? [column] : [];
  });
  return new Set(columns);
}

interface Situation {
  readonly last: readonly (readonly Fragment[])[];
  readonly before: Placed;
  readonly row: Placed;
  /** The row after it, if only the heads are above it. */
  readonly next: Placed | undefined;
  readonly leading: number;
  /** The least distance of two rows with values. */
  readonly pitch: number;
  /** How far the cells of each column extend. */
  readonly edges: readonly number[];
  /** The columns of words with numbers, such as dates, whose cells may wrap before a number. */
  readonly mixed: ReadonlySet<number>;
  /** True if the values of a row are beside the last line of its label. */
  readonly isFromBottom: boolean;
}

/** Minimum number of labels that end beside their values. */
const leastFromBottom = 2;

/**
 * True if values are beside the last line of their labels, as in spreadsheets: lines of labels alone always continue in
 * the line with values below them, and not always from the one above.
 */
function areValuesBelow(rows: readonly Placed[], edge: number): boolean {
  const steps = rows.slice(1).flatMap((row, index) => {
    const [above, below] = [rows[index]?.cells ?? [], row.cells];
    const [one, other] = [above[0]?.at(-1), below[0]?.[0]];
    if (one === undefined || other === undefined || isLabelOnly(above) === isLabelOnly(below)) return [];
    return [{ isBegun: isLabelOnly(above), isWrapped: isWrapped(one, other, edge) }];
  });
  const begun = steps.filter(({ isBegun }) => isBegun);
  const continued = steps.filter(({ isBegun }) => !isBegun);
  return (
    begun.length >= leastFromBottom &&
    begun.every((step) => step.isWrapped) &&
    continued.some((step) => !step.isWrapped)
  );
}

function goesOn(situation: Situation): boolean {
  const { last, before, row, next, edges } = situation;
  if (isGroupBelowHead(last, row.cells, next?.cells)) return false;
  const distance = row.top - before.top;
  if (distance > maxLeadingEms * row.sizePt) return false;
  if (isOneLabel(situation)) return true;
  const used = row.cells.flatMap((fragments, column) => (fragments.length > 0 ? [column] : []));
  if (used.length >= edges.length || used.some((column) => last[column]?.length === 0)) return false;
  if (used[0] === 0 && used.length > 1) return false;
  return areCellsWrapped(situation, used);
}

/** True if a line continues cells of the row above. Numbers continue only cells of words with numbers. */
function areCellsWrapped(situation: Situation, used: readonly number[]): boolean {
  const { row, mixed } = situation;
  const numbers = used.filter((column) => row.cells[column]?.some(({ text }) => isNumeric(text)));
  if (numbers.some((column) => !mixed.has(column))) return false;
  if (used[0] === 0) return labelGoesOn(situation);
  return (isCloser(situation) && numbers.length === 0) || used.every((column) => isCellWrapped(situation, column));
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

/** A label that ends beside its values does not continue below them. */
function mayContinueLabel({ last, isFromBottom }: Situation): boolean {
  return !isFromBottom || isLabelOnly(last);
}

/** A label alone in its line continues in lowercase, or nearer than rows are. Otherwise a capital starts another label. */
function labelGoesOn(situation: Situation): boolean {
  const text = situation.row.cells[0]?.[0]?.text ?? "";
  const isNear = situation.isFromBottom || isNearerThanRows(situation);
  return (/^[\p{Ll}(&]/u.test(text) || isNear) && mayContinueLabel(situation) && isCellWrapped(situation, 0);
}
