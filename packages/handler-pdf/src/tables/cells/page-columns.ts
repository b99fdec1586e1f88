import { wordCount } from "./cell-kinds.ts";
import { inkOf, overlapOf, type Column } from "./columns.ts";
import type { Piece } from "./piece.ts";

/** A piece with at least so many words is a line of prose; so is one of so many ems, in writing without spaces. */
const proseWords = 6;
const proseEms = 16;

/** A column of the page has at least so many lines of prose. */
const minLines = 6;

/** The white between two columns of a page. */
const minGutterPt = 6;

/** The pieces of each column of the page, and those that reach over several, each group to be searched by itself. */
export function pageColumns(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const prose = pieces.filter(isProse);
  const ink = inkOf(prose, { allowed: Math.floor(prose.length / 10), minGap: minGutterPt });
  const columns = ink.filter((column) => prose.filter((piece) => isWithin(piece, column)).length >= minLines);
  if (columns.length < 2) return [pieces];
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = columnsUnder(piece, columns);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()];
}

function isProse(piece: Piece): boolean {
  return piece.box.x1 - piece.box.x0 >= proseEms * piece.sizePt || wordCount(piece.text) >= proseWords;
}

function isWithin(piece: Piece, column: Column): boolean {
  return overlapOf(column, piece) > 0.9 * (piece.box.x1 - piece.box.x0);
}

function columnsUnder(piece: Piece, columns: readonly Column[]): string {
  const under = columns.flatMap((column, index) => (overlapOf(column, piece) > 0 ? [index] : []));
  return under.join("+");
}
