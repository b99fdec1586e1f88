import type { Box } from "../../model/page-content.ts";
import { isOneRow, type Wrapping } from "../cells/band-rows.ts";
import { isNumeric, wordCount } from "../cells/cell-kinds.ts";
import type { Fragment } from "../cells/fragment.ts";
import { type VisualRow, visualRows } from "../cells/visual-rows.ts";
import type { SpannedCell } from "./grid.ts";

/** Minimum share of a row's lines in each of the cells that together form rows without rules. */
const alignedShare = 0.6;

/** Minimum gap between the labels of separate rows, in ems. */
const whiteEms = 0.8;

/** Cells with more words per line are paragraphs. */
const maxWordsPerLine = 5;

type Cells = readonly (readonly Fragment[])[];

/**
 * True if one row of a grid has several rows without rules between them: labels with gaps, numbers below each other, or
 * lines that each span its cells.
 */
export function holdsRows(row: readonly SpannedCell[], wrapping: () => Wrapping): boolean {
  const all = row.map((cell) => cell.own);
  const cells = all.filter((fragments) => fragments.length > 0);
  const [label = []] = cells;
  if (cells.length < 2 || row.some((cell) => cell.isWide)) return false;
  if ((label.length < 2 || label.every(isOfWords)) && holdsNumbersOfRows(cells)) return true;
  // The labels of several rows are several lines: this decides for most rows without arranging their text.
  return label.length > 1 && holdsLabelledRows(all, cells, wrapping);
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
