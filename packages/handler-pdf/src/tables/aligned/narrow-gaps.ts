import { isSeveral } from "./aligned-regions.ts";
import { isNumeric } from "../cells/cell-kinds.ts";
import { partPiece } from "./part-piece.ts";
import type { Piece } from "../cells/piece.ts";
import type { PlacedLine } from "../cells/placed-lines.ts";
import { sharedEdges, type SharedEdges } from "./shared-edges.ts";
import { visualRows, type VisualRow } from "../cells/visual-rows.ts";

/** White this wide, in heights of the type, behind a number is more than a space. */
const cellGapEms = 0.5;

/** Signs with less white between them are of one word. */
const leastGapEms = 0.1;

/** So many rows one after another, all with cells side by side, may be a table whose cells are too close. */
const leastRows = 3;

/** Pieces with more words are prose. */
const maxWords = 9;

/**
 * Parts pieces that are several cells: where the columns of a table are so narrow that words begin right behind what ends
 * in the column before, the engine takes both for one line. They are parted where the cells of other rows begin or end.
 * `readLines`, which is slow, is called at most once, and only where pieces of rows one after another look like that.
 */
export function partNarrowGaps(pieces: readonly Piece[], readLines: () => readonly PlacedLine[]): readonly Piece[] {
  const stretches = stretchesOf(visualRows(pieces)).filter(mayHoldTwo);
  if (stretches.length === 0) return pieces;
  const lines = readLines();
  const parts = new Map<Piece, readonly Piece[]>();
  for (const rows of stretches) partRows(rows, lines, parts);
  return parts.size === 0 ? pieces : pieces.flatMap((piece) => parts.get(piece) ?? [piece]);
}

function stretchesOf(rows: readonly VisualRow[]): readonly (readonly VisualRow[])[] {
  const stretches: VisualRow[][] = [[]];
  for (const row of rows) {
    if (isSeveral(row)) stretches.at(-1)?.push(row);
    else if (stretches.at(-1)?.length !== 0) stretches.push([]);
  }
  return stretches.filter((stretch) => stretch.length >= leastRows);
}

function mayHoldTwo(rows: readonly VisualRow[]): boolean {
  if (numbersAndMore(rows).length >= leastRows) return true;
  const pieces = rows.flatMap((row) => row.pieces).filter(mayBeTwo);
  const edges = sharedEdges(rows);
  return pieces.some((piece) => edges.crosses(piece.box));
}

function mayBeTwo({ text, line, isMonospaced }: Piece): boolean {
  return !isMonospaced && line.direction === "ltr" && text.includes(" ") && text.split(" ").length <= maxWords;
}

/** What begins a row with such a number is a section, an entry of contents or a line of code; a small one counts anywhere. */
const countNumber = /^\d{1,3}(?:\.\d{1,2})*[.:)]?$/u;
const smallNumber = /^\d{1,2}[.:)]?$/u;

/** Pieces that begin with a number and go on with something else. */
function numbersAndMore(rows: readonly VisualRow[]): readonly Piece[] {
  return rows.flatMap(({ pieces }) =>
    pieces.filter((piece, index) => {
      const at = mayBeTwo(piece) ? piece.text.indexOf(" ") : 0;
      const number = piece.text.slice(0, at);
      return /\d/u.test(number) && isNumeric(number) && !(index > 0 ? smallNumber : countNumber).test(number);
    }),
  );
}

type Parts = Map<Piece, readonly Piece[]>;

function partRows(rows: readonly VisualRow[], lines: readonly PlacedLine[], parts: Parts): void {
  const pieces = rows.flatMap((row) => row.pieces);
  const numbers = numbersAndMore(rows);
  for (const piece of numbers.length < leastRows ? [] : numbers) {
    const gapPt = cellGapEms * piece.sizePt;
    const found = partPiece(piece, lines, (left, right) => right.x0 - left.x1 >= gapPt);
    if (found.length > 1) parts.set(piece, found);
  }
  const edges = sharedEdges(
    rows.map((row) => ({ ...row, pieces: row.pieces.flatMap((one) => parts.get(one) ?? one) })),
  );
  for (const piece of pieces) {
    const now = parts.get(piece) ?? [piece];
    const found = now.flatMap((one) => partedAtEdges(one, lines, edges));
    if (found.length > now.length) parts.set(piece, found);
  }
}

/** Parts a piece where cells of other rows begin or end, or at wide white, if each part then stands in one column. */
function partedAtEdges(piece: Piece, lines: readonly PlacedLine[], edges: SharedEdges): readonly Piece[] {
  if (!mayBeTwo(piece) || !edges.crosses(piece.box)) return [piece];
  const [gapPt, spacePt] = [cellGapEms * piece.sizePt, leastGapEms * piece.sizePt];
  const found = partPiece(piece, lines, (left, right) => {
    const whitePt = right.x0 - left.x1;
    return whitePt >= gapPt || (whitePt >= spacePt && (edges.begins(right.x0) || edges.ends(left.x1)));
  });
  const areCells = found.every((part, index) => {
    if (edges.crosses(part.box)) return false;
    return isApart(found, index, gapPt) || edges.begins(part.box.x0) || edges.ends(part.box.x1);
  });
  return areCells ? found : [piece];
}

/** Whether a part has wide white to both sides: words over several columns, that part where these do, have not. */
function isApart(parts: readonly Piece[], index: number, gapPt: number): boolean {
  const [before, part, after] = [parts[index - 1], parts[index], parts[index + 1]];
  if (part === undefined) return false;
  const leftPt = part.box.x0 - (before?.box.x1 ?? -Infinity);
  return leftPt >= gapPt && (after?.box.x0 ?? Infinity) - part.box.x1 >= gapPt;
}
