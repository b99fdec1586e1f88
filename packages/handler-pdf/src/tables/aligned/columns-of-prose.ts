import { wordCount } from "../cells/cell-kinds.ts";
import type { Piece } from "../cells/piece.ts";
import type { DraftRow } from "../cells/table-draft.ts";
import { isWrapped } from "../cells/wrapped.ts";

/** Cells with fewer words on average are values, and no lines of sentences. */
const leastWords = 2.5;

/** With this share of lines that go on with the one above, a column is a paragraph. */
const goingOnShare = 0.5;

/** So many lines of a column must go on: one may be a cell of two lines that was taken for two. */
const leastGoingOn = 2;

/** Columns of paragraphs, of which two make cards or boxes of text side by side. */
const leastColumns = 2;

/**
 * Whether the rows are the lines of paragraphs that stand side by side, as on cards below their titles: in several
 * columns most lines go on with the sentence of the line above, which had no room for their first word.
 */
export function areColumnsOfProse(rows: readonly DraftRow[]): boolean {
  const columns = (rows[0] ?? []).map((_, column) => rows.flatMap((row) => row[column] ?? []));
  return columns.filter(isParagraph).length >= leastColumns;
}

function isParagraph(lines: readonly Piece[]): boolean {
  const words = lines.reduce((sum, { text }) => sum + wordCount(text), 0);
  if (words < leastWords * lines.length) return false;
  const edge = Math.max(...lines.map(({ box }) => box.x1));
  const going = lines.filter((line, index) => goesOn(lines[index - 1], line, edge)).length;
  return going >= leastGoingOn && going >= goingOnShare * (lines.length - 1);
}

function goesOn(above: Piece | undefined, line: Piece, edge: number): boolean {
  if (above === undefined || !/^\p{Ll}/u.test(line.text) || /[.!?:;]$/u.test(above.text)) return false;
  return isWrapped(above, line, edge);
}
