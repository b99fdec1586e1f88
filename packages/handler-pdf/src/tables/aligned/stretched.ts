import { wordCount } from "../cells/cell-kinds.ts";
import { gapBetween, type Piece } from "../cells/piece.ts";
import type { DraftRow } from "../cells/table-draft.ts";
import { visualRows } from "../cells/visual-rows.ts";

/** Edges and widths that differ by no more are one. */
const samePt = 1;

/** White that differs by more from line to line, in heights of the type, is none of columns. */
const otherEms = 0.5;

/**
 * Whether rows are lines of words that were stretched to the width of their column, as short lines are that end with a
 * break in justified text: all begin and end alike, and the white within a line is even, but another in each line.
 */
export function isStretched(rows: readonly DraftRow[]): boolean {
  const lines = visualRows(rows.flat(2)).map(({ pieces }) => pieces);
  const several = lines.filter((pieces) => pieces.length > 1);
  if (several.length < 2 || !several.every(isOfWords) || !endAlike(several)) return false;
  const gaps = several.map(gapsOf);
  const sizePt = several[0]?.[0]?.sizePt ?? 10;
  const usual = gaps.map((widths) => widths[0] ?? 0);
  const isEven = gaps.every((widths) => Math.max(...widths) - Math.min(...widths) <= samePt);
  return (
    isEven && gaps.some((widths) => widths.length > 1) && Math.max(...usual) - Math.min(...usual) > otherEms * sizePt
  );
}

function isOfWords(pieces: readonly Piece[]): boolean {
  return pieces.every(({ text }) => wordCount(text) === 1);
}

function endAlike(lines: readonly (readonly Piece[])[]): boolean {
  const starts = lines.map((pieces) => pieces[0]?.box.x0 ?? 0);
  const ends = lines.map((pieces) => pieces.at(-1)?.box.x1 ?? 0);
  return Math.max(...starts) - Math.min(...starts) <= samePt && Math.max(...ends) - Math.min(...ends) <= samePt;
}

function gapsOf(pieces: readonly Piece[]): readonly number[] {
  return pieces.slice(1).map((piece, index) => gapBetween(pieces[index]?.box ?? piece.box, piece.box));
}
