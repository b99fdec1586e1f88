import { wordCount } from "../cells/cell-kinds.ts";
import { gapBetween, isWrapped, type Piece } from "../cells/piece.ts";
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

/**
 * The stretches of some rows that are tried as tables, each once: many begin or end with lines that stand alone, and are
 * the same without them.
 */
export class Stretches {
  readonly #rows: readonly VisualRow[];
  readonly #several: readonly boolean[];
  /** By where they begin, where those that were taken end. */
  readonly #taken = new Map<number, Set<number>>();

  constructor(rows: readonly VisualRow[]) {
    this.#rows = rows;
    this.#several = rows.map(isSeveral);
  }

  /**
   * What could be a table between two places: from the first row with pieces side by side to the last one and what goes
   * on with its cells. `undefined` where fewer than two rows have such pieces, or where it was taken before.
   */
  take(start: number, end: number): readonly VisualRow[] | undefined {
    const first = this.#several.indexOf(true, start);
    const last = this.#several.lastIndexOf(true, end - 1);
    if (first < 0 || first >= last) return undefined;
    const tail = tailLength(this.#rows.slice(first, last + 1), this.#rows.slice(last + 1, end));
    return this.#takeOnce(first, last + tail) ? this.#rows.slice(first, last + 1 + tail) : undefined;
  }

  /** Takes note of a stretch; whether it was taken for the first time. */
  #takeOnce(first: number, last: number): boolean {
    const ends = this.#taken.get(first) ?? new Set();
    if (ends.has(last)) return false;
    this.#taken.set(first, ends.add(last));
    return true;
  }
}

/** Lines with less white between them than this are of one cell. */
const nearEms = 0.6;

/** Edges that differ by no more are one. */
const alignedPt = 2;

/** Lines of one block follow each other at less than this many times their height. */
const leadingEms = 1.45;

/** How many rows tell how far a column goes. */
const maxCompared = 30;

/**
 * How many of the lines that stand alone below a table's last row with cells side by side go on with one of its cells,
 * because the next word had no room there. The first column is left out: what stands below it is the text that follows.
 */
export function tailLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  return blockLength(rows, below) || wrappedLength(rows, below);
}

/** Lines of text are set with the same white between them: it differs by no more. */
const samePt = 0.5;

/** The lines of a block that others stand beside are at least so many, and few more stand below those. */
const leastBlockRows = 3;
const maxBlockLines = 2;

/**
 * How many lines go on with one of several blocks that stand beside each other, as addresses do, where that has more lines
 * than the others: in its place and as near as those above are to each other, with more white below.
 */
function blockLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  const block = rows.slice(-leastBlockRows);
  const near = below.slice(0, maxBlockLines + 1);
  const length = near.findIndex((row, index) => !isNextLine([...block, ...near.slice(0, index)], row));
  const count = length < 0 ? near.length : length;
  const after = below[count];
  const isApart = after === undefined || after.box.y0 - (below[count - 1]?.box.y1 ?? 0) > nearEms * heightOf(after);
  return count <= maxBlockLines && isApart && block.length === leastBlockRows ? count : 0;
}

function isNextLine(above: readonly VisualRow[], row: VisualRow): boolean {
  const [piece, ...others] = row.pieces;
  const steps = [...above, row].slice(1).map(({ box }, index) => box.y0 - (above[index]?.box.y0 ?? 0));
  const isEven = Math.max(...steps) - Math.min(...steps) <= samePt && (steps[0] ?? 0) < leadingEms * heightOf(row);
  if (piece === undefined || others.length > 0 || !isEven) return false;
  return above.slice(0, leastBlockRows).every(({ pieces }) => {
    const at = pieces.findIndex(({ box }) => Math.abs(box.x0 - piece.box.x0) <= alignedPt);
    return at >= 0 && piece.box.x1 < (pieces[at + 1]?.box.x0 ?? Infinity);
  });
}

function heightOf({ box }: VisualRow): number {
  return box.y1 - box.y0;
}

function wrappedLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
  const last = rows.at(-1);
  if (last === undefined) return 0;
  let above: Piece | undefined;
  let length = 0;
  for (const { pieces } of below) {
    const [piece] = pieces;
    if (piece === undefined || pieces.length > 1) break;
    above ??= last.pieces.slice(1).find((cell) => isBelow(cell, piece));
    if (above === undefined || !isBelow(above, piece) || !isWrapped(above, piece, edgeOf(rows, above))) break;
    above = piece;
    length += 1;
  }
  return length;
}

function isBelow(above: Piece, piece: Piece): boolean {
  const gapPt = piece.box.y0 - above.box.y1;
  return Math.abs(above.box.x0 - piece.box.x0) <= alignedPt && gapPt < nearEms * piece.sizePt;
}

/** How far right the cells go that begin where one does. */
function edgeOf(rows: readonly VisualRow[], cell: Piece): number {
  const column = rows.slice(-maxCompared).flatMap(({ pieces }) => pieces);
  const ends = column.filter(({ box }) => Math.abs(box.x0 - cell.box.x0) <= alignedPt).map(({ box }) => box.x1);
  return Math.max(cell.box.x1, ...ends);
}
