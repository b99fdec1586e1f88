import { sharedHeight, sharedWidth } from "../model/boxes.ts";
import { around, type Piece } from "./cells/piece.ts";

/** A row of a tagged table: the pieces of each of its cells. */
export interface TaggedRow {
  readonly cells: readonly (readonly Piece[])[];
  /** Whether it is the rest of a row that the page before has begun: no head, whatever its tags say. */
  readonly goesOn: boolean;
}

/** Cells are no further into the one above them than this, where one of them stands below the other. */
const overlapPt = 1;

/** More cells in one row are no row that a page has cut. */
const maxCells = 200;

/**
 * The rows that the cells of one tagged row make. Where a row goes on over the end of a page below the head that is
 * repeated there, browsers tag its cells as further ones of that head.
 */
export function rowsInRow(cells: readonly (readonly Piece[])[]): readonly TaggedRow[] {
  if (cells.length > maxCells) return [{ cells, goesOn: false }];
  const rows: { readonly cells: (readonly Piece[])[]; readonly goesOn: boolean }[] = [];
  for (const cell of cells) {
    const row = rows.at(-1);
    if (row === undefined || row.cells.some((other) => standsBelow(cell, other))) {
      rows.push({ cells: [cell], goesOn: row !== undefined });
    } else row.cells.push(cell);
  }
  return rows;
}

function standsBelow(cell: readonly Piece[], other: readonly Piece[]): boolean {
  const [box, above] = [boxOf(cell), boxOf(other)];
  return box !== undefined && above !== undefined && box.y0 >= above.y1 - overlapPt && sharedWidth(box, above) > 0.5;
}

function boxOf(cell: readonly Piece[]): Piece["box"] | undefined {
  return cell.length === 0 ? undefined : cell.map(({ box }) => box).reduce(around);
}

/**
 * The heads of columns that stand beside those of the first row and have no tag of a cell: of a head that is repeated at
 * the top of a page, browsers tag some cells only.
 */
export function untaggedHeads(rows: readonly TaggedRow[], all: readonly Piece[]): readonly Piece[] {
  const [first, ...below] = rows;
  if (first === undefined || first.cells.length > maxCells) return [];
  if (first.cells.length >= Math.max(0, ...below.map(({ cells }) => cells.length))) return [];
  const heads = first.cells.flat();
  const columns = below.flatMap(({ cells }) => cells.flat());
  const found = all.filter((piece) => !hasCell(piece) && standsBeside(piece, heads) && standsOver(piece, columns));
  const known = new Set(found);
  const others = new Set(all.filter((piece) => !known.has(piece)).map(({ line }) => line));
  return found.filter(({ line }) => !others.has(line));
}

/** Whether the tags name the row and the cell of a piece. */
export function hasCell({ line }: Piece): boolean {
  const cell = line.tag?.cell;
  return cell !== undefined && cell.row !== 0 && cell.cell !== 0;
}

function standsBeside(piece: Piece, heads: readonly Piece[]): boolean {
  const isAlike = heads.every(
    ({ isBold, sizePt }) => isBold === piece.isBold && Math.abs(sizePt - piece.sizePt) < 0.1 * sizePt,
  );
  return (
    isAlike &&
    heads.some(({ box }) => sharedHeight(box, piece.box) > 0.5) &&
    heads.every(({ box }) => sharedWidth(box, piece.box) === 0)
  );
}

function standsOver(piece: Piece, columns: readonly Piece[]): boolean {
  return columns.some(({ box }) => box.y0 >= piece.box.y1 - overlapPt && sharedWidth(box, piece.box) > 0.5);
}
