import { isNumber, isNumeric, wordCount } from "../cells/cell-kinds.ts";
import { type Fragment, gapBetween } from "../cells/fragment.ts";
import { cellText, type DraftRow, visualRows } from "../cells/visual-rows.ts";

/** Rows of cells of one kind, all numbers or all words, with their texts. */
interface PlainGrid {
  readonly rows: readonly DraftRow[];
  readonly texts: readonly (readonly string[])[];
}

/** Minimum size of a table of numbers alone. Labels of axes and of the parts of a drawing seldom fill as many cells. */
const leastMatrixRows = 6;
const leastMatrixColumns = 3;

/** Minimum share of filled cells. */
const filledShare = 0.9;

/** True if nearly each cell of many rows and columns is one number, and they are not the labels of axes. */
export function isMatrix({ rows, texts }: PlainGrid): boolean {
  const columns = columnsOf(texts);
  if (rows.length < leastMatrixRows || columns.length < leastMatrixColumns) return false;
  const single = rows.flat().filter((fragments) => fragments.length === 1 && /\d/u.test(cellText(fragments)));
  if (single.length < filledShare * rows.length * columns.length) return false;
  return !columns.every(isScale);
}

function columnsOf(texts: PlainGrid["texts"]): PlainGrid["texts"] {
  return (texts[0] ?? []).map((_, column) => texts.map((row) => row[column] ?? ""));
}

/** Minimum share of equal steps along an axis. Several axes may follow each other. */
const equalSteps = 0.75;

/** Steps that differ by less than this share are equal. */
const sameStep = 1e-6;

/** True if numbers fall by equal steps, as down the axis of a chart. Numbers that rise like that count the rows. */
function isScale(texts: readonly string[]): boolean {
  return stepOf(texts) < 0;
}

/** Returns the step by which the numbers of a row or a column rise or fall, or 0 if their steps differ. */
function stepOf(texts: readonly string[]): number {
  const values = texts.filter((text) => text !== "").map(valueOf);
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
  const equal = steps.filter((step) => Math.abs(step - usual) <= sameStep * Math.max(Math.abs(usual), 1));
  return equal.length >= equalSteps * steps.length ? usual : 0;
}

/** Minimum share of characters without a known text in a drawing made of the glyphs of a font. */
const unknownShare = 0.5;

/** True if most characters of a grid have no known text: fonts may draw lines and shapes. */
export function areUnmappedGlyphs(rows: readonly (readonly string[])[]): boolean {
  const text = rows.flat().join("");
  return text.includes("\uFFFD") && (text.match(/\uFFFD/gu)?.length ?? 0) >= unknownShare * text.length;
}

/** Minimum count of the numbers beside one axis, and minimum share of such numbers among all. */
const leastMarks = 4;
const marksShare = 0.8;

/**
 * True if nearly all numbers of a grid are those beside the axes of several charts: they rise to the right or fall
 * downwards by equal steps, from or to zero or by fractions, and each axis has the same ones.
 */
export function areAxisLabels(rows: readonly (readonly string[])[]): boolean {
  // Numbers beside a label are values.
  const bare = rows.filter((row) => !row.some(isWord));
  const across = hasHeadOfWords(rows) ? [] : bare.map((row) => marksOf(row, 1));
  const axes = [...across, ...columnsOf(bare).map((column) => marksOf(column, -1))];
  const found = axes.filter(({ length }) => length > 0).map((marks) => marks.join(" "));
  if (found.length < 2 || new Set(found).size === found.length) return false;
  const numbers = rows.flat().filter(isNumber).length;
  return axes.reduce((count, { length }) => count + length, 0) >= marksShare * numbers;
}

function isWord(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** True if words are above all columns, such as the sizes of clothes. The names of charts are above the middle of them. */
function hasHeadOfWords([head = []]: readonly (readonly string[])[]): boolean {
  return head.length > 1 && head.every(isWord);
}

/** Returns the numbers of a row or column if they are those beside an axis. */
function marksOf(texts: readonly string[], sign: number): readonly string[] {
  const marks = texts.filter(isNumber);
  const values = marks.map(valueOf);
  const isOfAxis = values.some((value) => value <= 0 || !Number.isInteger(value));
  return marks.length >= leastMarks && isOfAxis && sign * stepOf(marks) > 0 ? marks : [];
}

/** Returns a number of a cell without its unit, or `NaN`. */
function valueOf(text: string): number {
  const [digits = ""] = /\d[\d.,\s]*/u.exec(text) ?? [];
  const plain = digits.replaceAll(/[,.\s](?=\d{3}(?!\d))|\s/gu, "").replace(",", ".");
  return (/^[^\d]*[-−–(]/u.test(text) ? -1 : 1) * Number.parseFloat(plain);
}

/** Minimum white between rows, in ems. Lines of an index follow each other more closely. */
const leastWhiteEms = 0.6;

/** Minimum number of rows with white between them. */
const leastSpacedRows = 4;

/** Minimum number of repeated values in a column, as a share of its cells. */
const repeatedShare = 0.2;

/**
 * True for full rows with white between them whose first cells all differ and which share values, such as a kind or a
 * place. Menus and lists of names repeat nothing.
 */
export function isSpacedOut({ rows, texts }: PlainGrid): boolean {
  if (rows.length < leastSpacedRows || !rows.every((row, index) => isApart(rows[index - 1], row))) return false;
  const [first = [], ...others] = columnsOf(texts);
  const filled = texts.flat().filter((text) => text !== "");
  if (filled.length < filledShare * rows.length * (others.length + 1)) return false;
  return repeatsOf(first) === 0 && others.some((column) => repeatsOf(column) >= repeatedShare * column.length);
}

function isApart(above: DraftRow | undefined, row: DraftRow): boolean {
  if (above === undefined) return true;
  const bottomPt = Math.max(...above.flat().map(({ box }) => box.y1));
  const topPt = Math.min(...row.flat().map(({ box }) => box.y0));
  return topPt - bottomPt >= leastWhiteEms * (row.flat()[0]?.sizePt ?? 0);
}

/** Returns how many texts are in the column already. */
function repeatsOf(column: readonly string[]): number {
  const filled = column.filter((text) => text !== "");
  return filled.length - new Set(filled).size;
}

/** Edges and widths that differ by less are equal, in points. */
const samePt = 1;

/** Gaps that vary by more from line to line are not column gutters, in ems. */
const otherEms = 0.5;

/**
 * True if rows are justified lines of words, stretched to the column width by a line break: all start and end alike,
 * and gaps are even within a line but differ between lines.
 */
export function isStretched(rows: readonly DraftRow[]): boolean {
  const lines = visualRows(rows.flat(2)).map(({ fragments }) => fragments);
  const several = lines.filter((fragments) => fragments.length > 1);
  if (several.length < 2 || !several.every(isOfWords) || !endAlike(several)) return false;
  const gaps = several.map(gapsOf);
  const sizePt = several[0]?.[0]?.sizePt ?? 10;
  const usual = gaps.map((widths) => widths[0] ?? 0);
  const isEven = gaps.every((widths) => Math.max(...widths) - Math.min(...widths) <= samePt);
  return (
    isEven && gaps.some((widths) => widths.length > 1) && Math.max(...usual) - Math.min(...usual) > otherEms * sizePt
  );
}

function isOfWords(fragments: readonly Fragment[]): boolean {
  return fragments.every(({ text }) => wordCount(text) === 1);
}

function endAlike(lines: readonly (readonly Fragment[])[]): boolean {
  const starts = lines.map((fragments) => fragments[0]?.box.x0 ?? 0);
  const ends = lines.map((fragments) => fragments.at(-1)?.box.x1 ?? 0);
  return Math.max(...starts) - Math.min(...starts) <= samePt && Math.max(...ends) - Math.min(...ends) <= samePt;
}

function gapsOf(fragments: readonly Fragment[]): readonly number[] {
  return fragments.slice(1).map((fragment, index) => gapBetween(fragments[index]?.box ?? fragment.box, fragment.box));
}

const mathFont = /^(?:CMMI|CMSY|CMEX|MSBM|MSAM|EUFM|MTSY|MTMI)|Math|Symbol/iu;

/** Minimum share of text in mathematical fonts, and maximum share of numbers, of equations below each other. */
const mathShare = 0.25;
const maxNumbersShare = 0.6;

/** Pieces of brackets around a matrix or several equations. */
const bracketPiece = /[\u239B-\u23AD]/u;

/** True for the terms of equations that are aligned with each other. */
export function isEquations({ rows, texts }: PlainGrid): boolean {
  const cells = texts.flat().filter((text) => text !== "");
  if (cells.some((text) => bracketPiece.test(text))) return true;
  const fragments = rows.flat(2);
  const inMath = fragments.filter(({ font }) => mathFont.test(font)).length;
  return inMath >= mathShare * fragments.length && cells.filter(isNumeric).length < maxNumbersShare * cells.length;
}

/** A sign between the two sides of an equation. */
const relation = /^[=≠≡≈≃≅∼<>≤≥≪≫⩽⩾≺≻⪯⪰∈⊂⊆]$/u;

/** Minimum share of such signs in a column of them. */
const relationShare = 0.6;

/** True for a column of signs between two sides, one of which repeats. A list of signs has each of them once. */
export function hasRelations({ texts }: PlainGrid): boolean {
  return columnsOf(texts)
    .slice(1, -1)
    .some((column) => {
      const filled = column.filter((text) => text !== "");
      const signs = filled.filter((text) => relation.test(text));
      return signs.length >= relationShare * filled.length && repeatsOf(signs) > 0;
    });
}

/** Cells of bars alone, numbers before a comma, which may start an array, and ends of comments. */
const bars = /^[|¦+-]*[|¦][|¦+\s-]*$/u;
const arrayItem = /^[[({\s]*[-−]?\d[\d.]*,$/u;
const commentEnd = /\*\/$/u;

/** Minimum share of such cells in a drawing of characters and in an array, and of comments among the rows of code. */
const barsShare = 0.3;
const itemsShare = 0.5;
const codeShare = 0.5;

/** True for boxes drawn with bars, for an array of numbers, and for lines of code with comments. */
export function isOfCode({ texts }: PlainGrid): boolean {
  const cells = texts.flat().filter((text) => text !== "");
  const countOf = (pattern: RegExp): number => cells.filter((text) => pattern.test(text)).length;
  if (countOf(bars) >= barsShare * cells.length || countOf(arrayItem) >= itemsShare * cells.length) return true;
  return countOf(commentEnd) >= codeShare * texts.length;
}
