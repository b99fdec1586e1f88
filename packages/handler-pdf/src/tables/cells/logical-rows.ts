import { isNumeric, isPeriod, isUnit } from "./cell-kinds.ts";
import { type Column, columnOf, reachesOver } from "./columns.ts";
import { isWrapped, type Piece } from "./piece.ts";
import type { DraftRow, VisualRow } from "./visual-rows.ts";

/** Rows are set this much looser than the lines within them, where they are at all. */
const looserShare = 1.15;

/** Lines further apart than this many times their size are never of one cell. */
const maxLeadingEms = 1.7;

interface Placed {
  readonly cells: readonly (readonly Piece[])[];
  readonly top: number;
  readonly bottom: number;
  readonly sizePt: number;
  /** Whether something in it goes over several columns. */
  readonly isOverSeveral: boolean;
}

/** Puts lines of text into the rows of a table: a line that only goes on with cells of the row before it joins that. */
export function logicalRows(rows: readonly VisualRow[], columns: readonly Column[]): readonly DraftRow[] {
  return joinedRows(rows, columns, joinHead);
}

/** The same of rows whose head stands above a rule: there is none among them. */
export function rowsBelowHead(rows: readonly VisualRow[], columns: readonly Column[]): readonly DraftRow[] {
  return joinedRows(rows, columns, (placed) => placed);
}

function joinedRows(
  rows: readonly VisualRow[],
  columns: readonly Column[],
  withHead: (placed: readonly Placed[]) => readonly Placed[],
): readonly DraftRow[] {
  const banded = bandRows(
    rows.flatMap((row) => row.pieces),
    columns,
  );
  if (banded !== undefined) return banded;
  const placed = withHead(rows.map((row) => place(row, columns)));
  const leading = rowLeading(placed);
  const edges = columns.map((_, column) => Math.max(...placed.map((row) => row.cells[column]?.at(-1)?.box.x1 ?? 0)));
  const result: Piece[][][] = [];
  let before: Placed | undefined;
  for (const row of placed) {
    const last = result.at(-1);
    const isJoined = last !== undefined && before !== undefined && goesOn({ last, before, row, leading, edges });
    if (isJoined) for (const [column, pieces] of row.cells.entries()) last[column]?.push(...pieces);
    else result.push(row.cells.map((pieces) => [...pieces]));
    before = row;
  }
  return result;
}

function place(row: VisualRow, columns: readonly Column[]): Placed {
  const cells = columns.map((): Piece[] => []);
  for (const piece of row.pieces) cells[columnOf(piece, columns)]?.push(piece);
  const isOverSeveral = row.pieces.some((piece) => reachesOver(piece, columns));
  return { cells, top: row.box.y0, bottom: row.box.y1, sizePt: row.pieces[0]?.sizePt ?? 10, isOverSeveral };
}

/** Lines of words above the first line with numbers, where heads take several lines: at most so many. */
const maxHeadLines = 4;

/** Makes one line of those that the heads of columns of numbers take; a title over all or a label ends them. */
function joinHead(rows: readonly Placed[]): readonly Placed[] {
  const body = rows.findIndex((row) => row.cells.some(holdsNumber));
  const above = rows.slice(0, Math.max(body, 0));
  const head = isUnits(above[1]) ? above.slice(0, 2) : above;
  if (head.length < 2 || head.length > maxHeadLines || !head.every(isHeadLine)) return rows;
  const [first, ...others] = head;
  if (first === undefined || head.some((row, index) => isDistant(row, head[index - 1]))) return rows;
  const cells = first.cells.map((pieces, column) => [...pieces, ...others.flatMap((row) => row.cells[column] ?? [])]);
  const last = head.at(-1) ?? first;
  return [{ ...first, cells, top: last.top, bottom: last.bottom }, ...rows.slice(head.length)];
}

/** Units below the heads are theirs, whatever comes below. */
function isUnits(row: Placed | undefined): boolean {
  return row !== undefined && row.cells.flat().every(({ text }) => isUnit(text));
}

function holdsNumber(pieces: readonly Piece[]): boolean {
  return pieces.some(
    (piece) => isNumeric(piece.text) && !isPeriod(piece.text) && !isUnit(piece.text) && /\d/u.test(piece.text),
  );
}

function isHeadLine(row: Placed): boolean {
  return row.cells.some((pieces, column) => column > 0 && pieces.length > 0) && !row.isOverSeveral;
}

function isDistant(row: Placed, before: Placed | undefined): boolean {
  return before !== undefined && row.top - before.top > maxLeadingEms * row.sizePt;
}

/** How close the line that begins a row comes to the one before it, by those lines that have most columns. */
function rowLeading(rows: readonly Placed[]): number {
  let least = Infinity;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const used = row.cells.filter((pieces) => pieces.length > 0).length;
    if (before === undefined || used <= row.cells.length / 2) continue;
    least = Math.min(least, row.top - before.top);
  }
  return least;
}

interface Situation {
  readonly last: readonly (readonly Piece[])[];
  readonly before: Placed;
  readonly row: Placed;
  readonly leading: number;
  /** How far right the cells of each column go. */
  readonly edges: readonly number[];
}

function goesOn(situation: Situation): boolean {
  const { last, before, row, edges } = situation;
  const distance = row.top - before.top;
  if (distance > maxLeadingEms * row.sizePt) return false;
  if (isLabelDivided(situation)) return true;
  const used = row.cells.flatMap((pieces, column) => (pieces.length > 0 ? [column] : []));
  if (used.length >= edges.length || used.some((column) => last[column]?.length === 0)) return false;
  if (used.some((column) => row.cells[column]?.some((piece) => isNumeric(piece.text)))) return false;
  if (used[0] === 0 && used.length > 1) return false;
  return used[0] === 0
    ? labelGoesOn(situation)
    : isCloser(situation) || used.every((column) => isCellWrapped(situation, column));
}

/** Whether the label of the row above ends with the hyphen of a number or a word that goes on here, beside other cells' lines. */
function isLabelDivided({ before, row }: Situation): boolean {
  const above = before.cells[0]?.at(-1);
  const below = row.cells[0]?.[0];
  if (above === undefined || below === undefined || below.box.x0 - above.box.x0 > 1) return false;
  return /[\p{L}\p{N}]-$/u.test(above.text) && /^[\p{L}\p{N}]/u.test(below.text);
}

/** Lines within rows are closer than rows are: this one is as near as they are. */
function isCloser({ row, before, leading }: Situation): boolean {
  return Number.isFinite(leading) && (row.top - before.top) * looserShare < leading;
}

/** The first word of this line had no room at the end of the one before it. */
function isCellWrapped({ before, row, edges }: Situation, column: number): boolean {
  const above = before.cells[column]?.at(-1);
  const below = row.cells[column]?.[0];
  return above !== undefined && below !== undefined && isWrapped(above, below, edges[column] ?? 0);
}

/** A label that alone fills its line goes on in small letters; what begins with a capital is a label of its own. */
function labelGoesOn(situation: Situation): boolean {
  const text = situation.row.cells[0]?.[0]?.text ?? "";
  return /^[\p{Ll}(&]/u.test(text) && isCellWrapped(situation, 0);
}

/** White between rows is at least this much wider than between the lines of one, in ems. */
const widerEms = 0.12;

type Cells = readonly (readonly Piece[])[];

/**
 * Rows whose cells have several lines, by the white that goes through all columns between them; `undefined` where
 * there is no such white, or where what it would make one row is more than one. It finds rows whose cells are centred
 * in height too, so that their lines do not stand beside each other.
 */
function bandRows(pieces: readonly Piece[], columns: readonly Column[]): readonly Cells[] | undefined {
  const bands = bandsOf(pieces);
  const gaps = bands.slice(1).map((band, index) => topOf(band) - bottomOf(bands[index] ?? band));
  const limits = limitsOf(gaps, widerEms * (pieces[0]?.sizePt ?? 10));
  for (const limit of bands.some(isOfLines) ? [...limits, noWhite] : limits) {
    const rows = bandsBetween(bands, gaps, limit).map((row) => cellsOf(row, columns));
    const edges = edgesOf(rows);
    if (rows.every((row) => isOneRow(row, edges))) return rows;
  }
  return undefined;
}

/** Less than any: each band is a row. */
const noWhite = -Infinity;

/** What is higher than this is no single line. */
const severalLinesEms = 1.8;

/** Whether lines of a cell beside a centred one overlap it, so that all are one band though each line has white below. */
function isOfLines(band: readonly Piece[]): boolean {
  const sizePt = band.reduce((most, piece) => Math.max(most, piece.sizePt), 0);
  return bottomOf(band) - topOf(band) > severalLinesEms * sizePt;
}

/** Joins the bands that have less white between them than a limit. */
function bandsBetween(
  bands: readonly (readonly Piece[])[],
  gaps: readonly number[],
  limit: number,
): readonly Piece[][] {
  const rows: Piece[][] = [];
  for (const [index, band] of bands.entries()) {
    const last = rows.at(-1);
    if (last === undefined || (gaps[index - 1] ?? 0) > limit) rows.push([...band]);
    else last.push(...band);
  }
  return rows;
}

/** Pieces whose heights overlap, from the top. */
function bandsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const bands: Piece[][] = [];
  let bottom = -Infinity;
  for (const piece of pieces.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    // Boxes of letters reach over their lines a little, above and below.
    if (piece.box.y0 >= bottom - 0.25 * piece.sizePt) bands.push([piece]);
    else bands.at(-1)?.push(piece);
    bottom = Math.max(bottom, piece.box.y1);
  }
  return bands;
}

function topOf(band: readonly Piece[]): number {
  return band.reduce((least, { box }) => Math.min(least, box.y0), Infinity);
}

function bottomOf(band: readonly Piece[]): number {
  return band.reduce((most, { box }) => Math.max(most, box.y1), -Infinity);
}

/** So many ways to tell rows from lines are tried. */
const maxLimits = 4;

/** Widths of white between those of lines and those of rows: at the widest steps from one to the next. */
function limitsOf(gaps: readonly number[], leastStep: number): readonly number[] {
  const sorted = gaps.toSorted((a, b) => a - b);
  const steps = sorted.slice(1).map((gap, index) => {
    const before = sorted[index] ?? gap;
    return { limit: (gap + before) / 2, step: gap - before };
  });
  const wide = steps.filter(({ step }) => step >= leastStep).sort((a, b) => b.step - a.step);
  return wide.slice(0, maxLimits).map(({ limit }) => limit);
}

/** How far right the text of each column goes. */
export function edgesOf(rows: readonly Cells[]): readonly number[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, column) =>
    rows.flatMap((row) => row[column] ?? []).reduce((most, piece) => Math.max(most, piece.box.x1), 0),
  );
}

/** Puts pieces into the columns that they are in. */
export function cellsOf(pieces: readonly Piece[], columns: readonly Column[]): Cells {
  const cells = columns.map((): Piece[] => []);
  for (const piece of pieces) cells[columnOf(piece, columns)]?.push(piece);
  return cells;
}

/**
 * Whether lines of text are one row: numbers stand alone in their cells, and lines of words go on because there was
 * no room for the next word.
 */
export function isOneRow(cells: Cells, edges: readonly number[]): boolean {
  if (isSquare(cells)) return false;
  return cells.every((pieces, column) => {
    if (pieces.length < 2) return true;
    if (pieces.some((piece) => isNumeric(piece.text))) return false;
    const lines = pieces.toSorted((a, b) => a.box.y0 - b.box.y0);
    return lines.every((piece, index) => {
      const above = lines[index - 1];
      return above === undefined || above.box.y1 > piece.box.y1 - 1 || isWrapped(above, piece, edges[column] ?? 0);
    });
  });
}

/** Columns that all have the same lines are rows; cells of one row seldom break alike. */
const minSquareColumns = 3;

function isSquare(cells: Cells): boolean {
  const used = cells.filter((pieces) => pieces.length > 0);
  const lines = used[0]?.length ?? 0;
  return used.length >= minSquareColumns && lines > 1 && used.every((pieces) => pieces.length === lines);
}
