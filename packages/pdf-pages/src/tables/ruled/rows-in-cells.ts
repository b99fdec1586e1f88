import type { Box } from "../../model/page-content.ts";
import { isOneRow, type Wrapping } from "../cells/band-rows.ts";
import { isNumeric, wordCount } from "../cells/cell-kinds.ts";
import type { Column } from "../cells/columns.ts";
import { type Fragment, isWrapped } from "../cells/fragment.ts";
import { cellText, type VisualRow, visualRows } from "../cells/visual-rows.ts";
import type { SpannedCell } from "./grid.ts";

/** Minimum share of a row's lines in each of the cells that together form rows without rules. */
const alignedShare = 0.6;

/** Minimum gap between the labels of separate rows, in ems. */
const whiteEms = 0.8;

/** Cells with more words per line are paragraphs. */
const maxWordsPerLine = 5;

type Cells = readonly (readonly Fragment[])[];

type Row = readonly SpannedCell[];

/** Which rows of a grid may have several rows. */
interface RowsToDivide {
  /** The first row that may. */
  readonly from: number;
  readonly columns: readonly Column[];
  readonly wrapping: () => Wrapping;
}

/** Minimum share of the rows of a grid that look like several rows by their lines. */
const leastShare = 0.5;

/**
 * Returns the rows of a grid, from one on, that have several rows without rules between them: labels with gaps, numbers
 * below each other, or lines that each span its cells. Rules divide either all rows or groups of them: if only few rows
 * look like several, those do not count whose lines end where the next word had no room.
 */
export function rowsWithRows(rows: readonly Row[], { from, columns, wrapping }: RowsToDivide): ReadonlySet<Row> {
  const whole = rows.slice(from).filter((row) => !row.some((cell) => cell.isWide) && filledCells(row).length > 1);
  const divided = new Set(
    whole.filter((row) => hasNumbersOfRows(filledCells(row)) || hasNumberInEachLine(row, columns)),
  );
  const labelled = new Set(whole.filter((row) => !divided.has(row) && hasLabelledRows(row, wrapping)));
  if (labelled.size === 0) return divided;
  const body = whole.filter((row) => row !== rows[0]);
  const areGroups = body.filter((row) => divided.has(row) || labelled.has(row)).length >= leastShare * body.length;
  for (const row of labelled) if (areGroups || hasLinesWithRoom(row, columns)) divided.add(row);
  return divided;
}

function filledCells(row: Row): Cells {
  return row.map((cell) => cell.own).filter((fragments) => fragments.length > 0);
}

function hasNumbersOfRows(cells: Cells): boolean {
  const [label = []] = cells;
  return (label.length < 2 || label.every(isOfWords)) && holdsNumbersOfRows(cells);
}

/** Room for a space between two numbers and at the sides of a cell, in ems. */
const roomEms = 0.5;

/**
 * True if all cells have the same lines, those of one cell are numbers for which there was room beside each other, and
 * those of another are words: no value is broken like that.
 */
function hasNumberInEachLine(row: Row, columns: readonly Column[]): boolean {
  const cells = filledCells(row);
  const count = cells[0]?.length ?? 0;
  if (count < 2 || cells.some(({ length }) => length !== count) || visualRows(cells.flat()).length !== count)
    return false;
  if (!cells.some((cell) => cell.every(isOfWords))) return false;
  return row.some(({ own }, index) => {
    const { x0, x1 } = columns[index] ?? { x0: 0, x1: 0 };
    const neededPt = own.reduce((sum, { box, sizePt }) => sum + box.x1 - box.x0 + roomEms * sizePt, 0);
    return own.length > 0 && own.every(isAmount) && neededPt <= x1 - x0;
  });
}

/**
 * True if most lines of a row end although the next word had room, or repeat the line above, apart from those of its
 * label, and the label has no more lines than other cells.
 */
function hasLinesWithRoom(row: Row, columns: readonly Column[]): boolean {
  const [label, ...others] = row.flatMap(({ own }, index) => {
    const column = columns[index];
    return own.length === 0 || column === undefined ? [] : [{ lines: visualRows(own), column }];
  });
  if (label === undefined || others.every(({ lines }) => lines.length < label.lines.length)) return false;
  const ends = others.flatMap(({ lines, column }) =>
    lines.slice(1).map((line, index) => {
      const above = lines[index] ?? line;
      return isSame(above, line) || hasRoom(above, line, column);
    }),
  );
  return ends.filter(Boolean).length > ends.length / 2;
}

function isSame({ fragments: above }: VisualRow, { fragments }: VisualRow): boolean {
  return cellText(above) === cellText(fragments);
}

/** Maximum space at the sides of a cell, in ems. */
const maxPaddingEms = 1;

/** True if the first word of a line had room at the end of the line above it in a cell. */
function hasRoom({ fragments: above }: VisualRow, { fragments: [first] }: VisualRow, { x0, x1 }: Column): boolean {
  const [last] = above;
  if (last === undefined || first === undefined) return false;
  const paddingPt = Math.min(maxPaddingEms * last.sizePt, Math.max(0, first.box.x0 - x0));
  const start = x0 + paddingPt;
  const end = start + (above.at(-1) ?? last).box.x1 - last.box.x0;
  return !isWrapped({ ...last, box: { ...last.box, x0: start, x1: end } }, first, x1 - paddingPt);
}

function hasLabelledRows(row: Row, wrapping: () => Wrapping): boolean {
  const cells = filledCells(row);
  // The labels of several rows are several lines: this decides for most rows without arranging their text.
  return (
    (cells[0] ?? []).length > 1 &&
    holdsLabelledRows(
      row.map((cell) => cell.own),
      cells,
      wrapping,
    )
  );
}

function holdsLabelledRows(all: Cells, cells: Cells, wrapping: () => Wrapping): boolean {
  if (visualRows(cells.flat()).length < 3) return false;
  return (
    areApart(cells) || (!isOneRow(all, wrapping()) && (holdsNumbers(cells) || holdsLines(cells, all[0]?.length !== 0)))
  );
}

/** True if gaps divide the lines of the label, and the other cells have lines beside those below a single one. */
function areApart(cells: Cells): boolean {
  const gaps = gapsIn(cells[0] ?? []);
  return gaps > 1 || (gaps === 1 && isFullBelowGap(cells));
}

/** Minimum count of amounts in a line that is a row of its own. */
const leastAmounts = 2;

const amount = /^[-−+]?[€$£¥]?\d[\d.,]*%?$/u;

/** A range of numbers in brackets, such as a confidence interval: `[0.73, 0.85]`. */
const interval = /^[([] ?[-−+]?[\d.]+ ?[,;–] ?[-−+]?[\d.]+ ?[)\]]$/u;

/** True if amounts are below each other in a cell, beside amounts of other cells: no row has several in one cell. */
function holdsNumbersOfRows(cells: Cells): boolean {
  if (!cells.some((cell) => cell.length > 1 && cell.every(isAmount))) return false;
  const lines = visualRows(cells.flat());
  return lines.filter(({ fragments }) => fragments.filter(isAmount).length >= leastAmounts).length > 1;
}

function isOfWords({ text }: Fragment): boolean {
  return /\p{L}{2}/u.test(text);
}

function isAmount({ text }: Fragment): boolean {
  return amount.test(text) || interval.test(text);
}

function isBeside(cell: readonly Fragment[], { y0, y1 }: Box): boolean {
  return cell.some(({ box }) => box.y0 < (y0 + y1) / 2 && box.y1 > (y0 + y1) / 2);
}

/** True if all cells have a line beside one of the label that is below a gap: that line starts another row. */
function isFullBelowGap(cells: Cells): boolean {
  const [label = [], ...others] = cells;
  const lines = visualRows(label);
  const below = lines.find((line, index) => index > 0 && isBelowGap(line, lines[index - 1]));
  if (below === undefined) return false;
  return others.every((cell) => isBeside(cell, below.box));
}

function holdsNumbers(cells: Cells): boolean {
  const labels = visualRows(cells[0] ?? []).length;
  return labels > 2 && cells.some((fragments) => fragments.filter((fragment) => isNumeric(fragment.text)).length > 2);
}

/** True if lines span the cells of a row. Lines of words are rows if each has a label in the first column. */
function holdsLines(cells: Cells, isFirst: boolean): boolean {
  const lines = visualRows(cells.flat()).length;
  const full = cells.filter((fragments) => visualRows(fragments).length >= alignedShare * lines);
  const [label = []] = cells;
  const isLabelled = visualRows(label).length === lines || (full.includes(label) && areFilledBesideLabels(cells));
  if (!isLabelled || full.length < alignedShare * cells.length) return false;
  return !cells.some(isProse) || (isFirst && cells.every((cell) => visualRows(cell).length === lines));
}

/** Share of cells with text beside the lines of the label, above which each of these is a row. */
const besideShare = 0.75;

/** True if nearly all cells have text beside each line of a label with fewer lines. Cells of one row end at different ones. */
function areFilledBesideLabels([label = [], ...others]: Cells): boolean {
  const lines = visualRows(label);
  const filled = lines.flatMap(({ box }) => others.filter((cell) => isBeside(cell, box)));
  return filled.length > besideShare * lines.length * others.length;
}

/** Counts gaps of at least a line height between lines of a cell. */
function gapsIn(fragments: readonly Fragment[]): number {
  const lines = visualRows(fragments);
  return lines.filter((line, index) => isBelowGap(line, lines[index - 1])).length;
}

function isBelowGap(line: VisualRow, above: VisualRow | undefined): boolean {
  return above !== undefined && line.box.y0 - above.box.y1 > whiteEms * (line.fragments[0]?.sizePt ?? 10);
}

function isProse(fragments: readonly Fragment[]): boolean {
  const words = fragments.reduce((sum, fragment) => sum + wordCount(fragment.text), 0);
  return words > maxWordsPerLine * fragments.length;
}
