import { isNumeric } from "./cell-kinds.ts";
import { columnOf, type Column } from "./columns.ts";
import type { Piece } from "./piece.ts";
import { isWrapped } from "./wrapped.ts";

/** White between rows is at least this much wider than between the lines of one, in ems. */
const widerEms = 0.12;

type Cells = readonly (readonly Piece[])[];

/**
 * Rows whose cells have several lines, by the white that goes through all columns between them; `undefined` where
 * there is no such white, or where what it would make one row is more than one. It finds rows whose cells are centred
 * in height too, so that their lines do not stand beside each other.
 */
export function bandRows(pieces: readonly Piece[], columns: readonly Column[]): readonly Cells[] | undefined {
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
