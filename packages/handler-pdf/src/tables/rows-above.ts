import { sharedWidth } from "../model/boxes.ts";
import type { Column } from "./cells/columns.ts";
import type { Piece } from "./cells/piece.ts";
import { cellText, visualRows, type VisualRow } from "./cells/visual-rows.ts";

/** Rows of a table are no further apart than this many ems. */
const nearEms = 1.2;

/** What stands in a column begins no further left of it. */
const slackPt = 2;

/** More lines than this have no room in the rest of one row. */
const maxLines = 60;

/** More columns than this have no head that is repeated. */
const maxColumns = 200;

/** What stands without tags above the tagged rows of a table. */
export interface RowsAbove {
  readonly texts: readonly (readonly string[])[];
  /** 1 where the first of them is the head. */
  readonly headerRows: 0 | 1;
  readonly pieces: readonly Piece[];
}

/** Nothing above. */
export const noRows: RowsAbove = { texts: [], headerRows: 0, pieces: [] };

/**
 * The head that word processors repeat at the top of a page, and below it the rest of a row that the page before has begun:
 * neither has tags, and both stand right above the first row that has.
 */
export function rowsAbove(first: VisualRow, columns: readonly Column[], all: readonly Piece[]): RowsAbove {
  if (columns.length > maxColumns) return noRows;
  const untagged = all.filter(({ line, box }) => line.tag === undefined && box.y1 <= first.box.y0 + slackPt);
  const rows = nearest(visualRows(untagged), first, columns);
  const [top] = rows;
  const isHead = top !== undefined && top.pieces.length === columns.length;
  const rest = (isHead ? rows.slice(1) : rows).flatMap((row) => row.pieces);
  // Without a head above it, a line over the first column may be any line.
  if (!isHead && rest.every((piece) => placeOf(piece, columns) === 0)) return noRows;
  const texts = [isHead ? top.pieces : [], rest].filter((row) => row.length > 0).map((row) => textsOf(row, columns));
  return { texts, headerRows: isHead ? 1 : 0, pieces: rows.flatMap((row) => row.pieces) };
}

/** The rows that follow each other up from the first tagged one, each of whose pieces stands in one column. */
function nearest(rows: readonly VisualRow[], first: VisualRow, columns: readonly Column[]): readonly VisualRow[] {
  const found: VisualRow[] = [];
  let below = first;
  for (const row of rows.toReversed()) {
    if (row.pieces.length > columns.length || found.length >= maxLines) break;
    const sizePt = row.pieces[0]?.sizePt ?? 0;
    const places = new Set(row.pieces.map((piece) => placeOf(piece, columns)));
    const isNear = below.box.y0 - row.box.y1 < nearEms * sizePt;
    if (!isNear || places.has(-1) || places.size < row.pieces.length) break;
    found.unshift(row);
    below = row;
  }
  return found;
}

/** The only column that a piece stands in; -1 where there is none, or several. */
function placeOf({ box }: Piece, columns: readonly Column[]): number {
  const own = columns.flatMap((column, index) => {
    const isIn = sharedWidth({ ...box, x0: column.x0, x1: column.x1 }, box) > 0;
    return isIn && box.x0 >= column.x0 - slackPt ? [index] : [];
  });
  const [only = -1] = own;
  return own.length === 1 ? only : -1;
}

function textsOf(pieces: readonly Piece[], columns: readonly Column[]): readonly string[] {
  return columns.map((_, index) => cellText(pieces.filter((piece) => placeOf(piece, columns) === index)));
}
