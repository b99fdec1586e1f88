import type { Piece } from "../cells/piece.ts";
import type { VisualRow } from "../cells/visual-rows.ts";
import { isWrapped } from "../cells/wrapped.ts";

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
