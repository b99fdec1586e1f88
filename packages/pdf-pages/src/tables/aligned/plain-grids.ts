import { cellText, type DraftRow } from "../cells/visual-rows.ts";

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
  const values = texts.filter((text) => text !== "").map(valueOf);
  const steps = values.slice(1).map((value, index) => value - (values[index] ?? value));
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? 0;
  const equal = steps.filter((step) => Math.abs(step - usual) <= sameStep * Math.abs(usual));
  return usual < 0 && equal.length >= equalSteps * steps.length;
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
