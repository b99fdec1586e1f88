import type { Piece } from "./piece.ts";
import type { VisualRow } from "./visual-rows.ts";
import { isWrapped } from "./wrapped.ts";

/** Lines with less white between them than this are of one cell. */
const nearEms = 0.6;

/** Edges that differ by no more are one. */
const alignedPt = 2;

/** How many rows tell how far a column goes. */
const maxCompared = 30;

/**
 * How many of the lines that stand alone below a table's last row with cells side by side go on with one of its cells,
 * because the next word had no room there. The first column is left out: what stands below it is the text that follows.
 */
export function tailLength(rows: readonly VisualRow[], below: readonly VisualRow[]): number {
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
