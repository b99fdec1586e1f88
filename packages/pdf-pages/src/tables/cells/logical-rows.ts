import { bandRows, edgesOf, isGroupBelowHead } from "./band-rows.ts";
import { isNumber, isNumeric, isPeriod, isUnit, wordCount } from "./cell-kinds.ts";
import { maxLeadingEms, withCentredLabels } from "./centred-labels.ts";
import type { Column } from "./columns.ts";
import { isRunOn, isWrapped, type Fragment } from "./fragment.ts";
import {
  holdsValues,
  isCellWrapped,
  type LinePair,
  lineStep,
  place,
  type Placed,
  rowLeading,
  rowPitch,
  usedColumns,
} from "./placed-lines.ts";
import type { DraftRow, VisualRow } from "./visual-rows.ts";

/** Minimum ratio of row distance to line distance, if they differ. */
const looserShare = 1.15;

/** The columns of a table, and other lines of it. */
interface TableAround {
  readonly columns: readonly Column[];
  /** All lines of the table, if those grouped are a part of them. */
  readonly all?: readonly VisualRow[];
}

/** Groups lines of text into table rows: a line that only continues cells of the row before joins it. */
export function logicalRows(rows: readonly VisualRow[], around: TableAround): readonly DraftRow[] {
  return joinedRows(rows, around, joinHead);
}

/** Groups rows below a rule with the head above it, so that none of them is a head. */
export function rowsBelowHead(rows: readonly VisualRow[], around: TableAround): readonly DraftRow[] {
  return joinedRows(rows, around, (placed) => placed);
}

function joinedRows(
  lines: readonly VisualRow[],
  { columns, all }: TableAround,
  withHead: (placed: readonly Placed[]) => readonly Placed[],
): readonly DraftRow[] {
  const rows = withCentredLabels(lines, columns);
  const fragments = rows.flatMap((row) => row.fragments);
  const banded = bandRows(fragments, columns);
  if (banded !== undefined) return banded;
  const placed = withHead(rows.map((row) => place(row, columns)));
  return withLinesJoined(placed, styleOf(placed, all?.map((row) => place(row, columns)) ?? placed));
}

/** Joins lines with the rows that they continue. */
function withLinesJoined(lines: readonly Placed[], style: RowStyle): readonly DraftRow[] {
  const rows: Fragment[][][] = [];
  let before: Placed | undefined;
  for (const [index, row] of lines.entries()) {
    const last = rows.at(-1) ?? [];
    const next = rows.length === 1 ? lines[index + 1] : undefined;
    if (before !== undefined && goesOn({ ...style, last, before, row, next }))
      for (const [column, fragments] of row.cells.entries()) last[column]?.push(...fragments);
    else rows.push(row.cells.map((fragments) => [...fragments]));
    before = row;
  }
  return rows;
}

/** Maximum number of lines of words above the first line with numbers. */
const maxHeadLines = 4;

/** Joins the lines of the heads of number columns. A title over all columns ends them, or the label of a group. */
function joinHead(rows: readonly Placed[]): readonly Placed[] {
  const body = rows.findIndex((row) => row.cells.some(holdsNumber));
  const above = rows.slice(0, Math.max(body, 0));
  const head = isUnits(above[1]) ? above.slice(0, 2) : boldLines(above.slice(0, above.findLastIndex(isHeadLine) + 1));
  if (head.length < 2 || head.length > maxHeadLines || !head.every(isHeadLine)) return rows;
  const [first, ...others] = head;
  if (first === undefined || head.some((row, index) => isDistant(row, head[index - 1]))) return rows;
  if (!isUnits(head[1]) && areRows(head, edgesOf(rows.map(({ cells }) => cells)))) return rows;
  const cells = first.cells.map((fragments, column) => [
    ...fragments,
    ...others.flatMap((row) => row.cells[column] ?? []),
  ]);
  const last = head.at(-1) ?? first;
  return [{ ...first, cells, top: last.top, bottom: last.bottom }, ...rows.slice(head.length)];
}

/**
 * True if some lines of words are rows of their own: each has a label and other cells, and beside each label was room for
 * the next word in the line above, or a cell repeats the one above. Heads are divided because their columns are narrow.
 */
function areRows(lines: readonly Placed[], edges: readonly number[]): boolean {
  return lines.slice(1).every((row, index) => {
    const before = lines[index] ?? row;
    const used = usedColumns(row);
    if (!holdsValues(before) || !holdsValues(row) || !row.cells.flat().every(isLabelOrValue)) return false;
    const repeats = used.some((column) => textAt(row, column) === textAt(before, column));
    return repeats || used.slice(1).every((column) => hasRoom({ before, row, edges }, column));
  });
}

/** A line of a cell with more words is prose. */
const maxWordsPerLine = 5;

/** True for a few words or a number, not for prose, nor for signs such as those of a list. */
function isLabelOrValue({ text }: Fragment): boolean {
  return wordCount(text) <= maxWordsPerLine && /[\p{L}\p{N}]/u.test(text);
}

function textAt({ cells }: Placed, column: number): string {
  return (cells[column] ?? []).map(({ text }) => text).join(" ");
}

/** True if the first word of this line had room in the line above. */
function hasRoom(lines: LinePair, column: number): boolean {
  return lines.before.cells[column]?.length !== 0 && !isCellWrapped(lines, column);
}

/** Returns the bold lines at the top if others are not bold; otherwise all lines. */
function boldLines(lines: readonly Placed[]): readonly Placed[] {
  const plain = lines.findIndex(({ cells }) => !cells.flat().every(({ isBold }) => isBold));
  return plain > 0 ? lines.slice(0, plain) : lines;
}

/** Units below the heads belong to them, whatever follows. */
function isUnits(row: Placed | undefined): boolean {
  return row !== undefined && row.cells.flat().every(({ text }) => isUnit(text));
}

function holdsNumber(fragments: readonly Fragment[]): boolean {
  return fragments.some((fragment) => isNumber(fragment.text) && !isPeriod(fragment.text) && !isUnit(fragment.text));
}

function isHeadLine(row: Placed): boolean {
  return row.cells.some((fragments, column) => column > 0 && fragments.length > 0) && !row.isOverSeveral;
}

function isDistant(row: Placed, before: Placed | undefined): boolean {
  return before !== undefined && row.top - before.top > maxLeadingEms * row.sizePt;
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

/** A line with its surroundings. */
interface Situation extends RowStyle {
  readonly last: readonly (readonly Fragment[])[];
  readonly before: Placed;
  readonly row: Placed;
  /** The row after it, if only the heads are above it. */
  readonly next: Placed | undefined;
}

/** What is typical of the lines of a table. */
interface RowStyle {
  readonly leading: number;
  /** The usual distance of two rows with values. */
  readonly pitch: number;
  /** The usual distance of lines that continue cells without a label, or 0 if there are too few of them. */
  readonly step: number;
  /** How far the cells of each column extend. */
  readonly edges: readonly number[];
  /** The columns of words with numbers, such as dates, whose cells may wrap before a number. */
  readonly mixed: ReadonlySet<number>;
  /** True if the values of a row are beside the last line of its label. */
  readonly isFromBottom: boolean;
  /** True if rows of a group have no label, so that lines without one are rows. */
  readonly areUnlabelled: boolean;
  /** True if labels start in lowercase, so that a line which does is not the rest of one. */
  readonly areLowercase: boolean;
}

/** Returns how lines are set. `all` are those of the whole table. */
function styleOf(rows: readonly Placed[], all: readonly Placed[]): RowStyle {
  const edges = edgesOf(rows.map(({ cells }) => cells));
  return {
    leading: rowLeading(rows),
    pitch: rowPitch(rows),
    step: lineStep(rows),
    edges,
    mixed: mixedColumns(rows),
    isFromBottom: areValuesBelow(rows, edges[0] ?? 0),
    areUnlabelled: areRowsUnlabelled(all),
    areLowercase: areLabelsLowercase(rows),
  };
}

/** Minimum share of labels beside values in lowercase, if labels start like that. */
const lowercaseShare = 0.5;

function areLabelsLowercase(rows: readonly Placed[]): boolean {
  const labels = rows.slice(1).flatMap((row) => (holdsValues(row) ? (row.cells[0]?.slice(0, 1) ?? []) : []));
  const lowercase = labels.filter(({ text }) => startsLowercase(text));
  return lowercase.length > 1 && lowercase.length >= lowercaseShare * labels.length;
}

function startsLowercase(text: string): boolean {
  return /^\p{Ll}/u.test(text);
}

/** Minimum number of rows without labels for each line that might also continue cells. */
const leastUnlabelled = 2;

/**
 * True if lines without a label, but with several other cells, are rows: there was room for the first words of most of
 * them in the line above.
 */
function areRowsUnlabelled(rows: readonly Placed[]): boolean {
  const edges = edgesOf(rows.map(({ cells }) => cells));
  const steps = rows.slice(1).flatMap((row, index) => {
    const before = rows[index] ?? row;
    const used = usedColumns(row);
    if (used[0] === 0 || used.length < 2 || used.some((column) => before.cells[column]?.length === 0)) return [];
    return [used.every((column) => isCellWrapped({ before, row, edges }, column))];
  });
  const wrapped = steps.filter(Boolean).length;
  return steps.length - wrapped >= leastUnlabelled * Math.max(wrapped, 1);
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
  const used = usedColumns(row);
  if (used.length >= edges.length || used.some((column) => last[column]?.length === 0)) return false;
  if (used[0] === 0 && used.length > 1) return areAllWrapped(situation, used);
  return areCellsWrapped(situation, used);
}

/** True if a line much nearer than rows has words that had no room in each of its cells in the line before. */
function areAllWrapped(situation: Situation, used: readonly number[]): boolean {
  const { row, before: above, pitch, step } = situation;
  const distance = row.top - above.top;
  if (!Number.isFinite(pitch) || distance * looserShare >= pitch || distance > step + nearerPt) return false;
  return used.every((column) => {
    const above = situation.before.cells[column]?.at(-1)?.text ?? "";
    return /\p{L}/u.test(above) && isCellWrapped(situation, column);
  });
}

/** True if a line continues cells of the row above. Numbers continue only cells of words with numbers. */
function areCellsWrapped(situation: Situation, used: readonly number[]): boolean {
  const { row, mixed } = situation;
  const numbers = used.filter((column) => row.cells[column]?.some(({ text }) => isNumeric(text)));
  if (numbers.some((column) => !mixed.has(column))) return used[0] !== 0 && areAllWrapped(situation, used);
  if (used[0] === 0) return labelGoesOn(situation);
  if (situation.areUnlabelled && used.length > 1 && !isCloser(situation)) return false;
  if (isCloser(situation) && numbers.length === 0) return true;
  return used.every((column) => isCellWrapped(situation, column)) || isOnlyRunOn(situation, used);
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

/** True for a single cell whose sentence continues in lowercase. */
function isOnlyRunOn({ before, row, edges }: Situation, [column = 0, ...others]: readonly number[]): boolean {
  const above = before.cells[column]?.at(-1);
  const below = row.cells[column]?.[0];
  return others.length === 0 && above !== undefined && below !== undefined && isRunOn(above, below, edges[column] ?? 0);
}

/** A label that ends beside its values does not continue below them. */
function mayContinueLabel({ last, isFromBottom }: Situation): boolean {
  return !isFromBottom || isLabelOnly(last);
}

/** A label alone in its line continues in lowercase, or nearer than rows are. Otherwise a capital starts another label. */
function labelGoesOn(situation: Situation): boolean {
  const text = situation.row.cells[0]?.[0]?.text ?? "";
  const isNear = situation.isFromBottom || isNearerThanRows(situation);
  const goesOnInText = /^[(&]/u.test(text) || (startsLowercase(text) && !situation.areLowercase);
  return (goesOnInText || isNear) && mayContinueLabel(situation) && isCellWrapped(situation, 0);
}
