import type { Table, TagCell } from "../model/page-content.ts";
import { isBullet } from "./cells/cell-kinds.ts";
import { columnOf, columnsOf, type Column } from "./cells/columns.ts";
import { headerCount } from "./cells/header-rows.ts";
import { around, type Piece } from "./cells/piece.ts";
import { noRows, rowsAbove } from "./rows-above.ts";
import { spansOfHeads, type HeadSpans } from "./cells/spanning-heads.ts";
import { tableOfTexts } from "./cells/table-draft.ts";
import { hasCell, rowsInRow, untaggedHeads } from "./tagged-rows.ts";
import { cellText, type VisualRow } from "./cells/visual-rows.ts";

/**
 * Tables by the tags of the document. The tags name rows and cells; which column a cell is in, its place shows. Only
 * the first of a page may go on from the page before, and have a head and rows without tags.
 */
export function taggedTables(pieces: readonly Piece[]): readonly Table[] {
  const groups = groupBy(pieces, (cell) => cell.table);
  return groups
    .map((group, index) => taggedTable(group, index === 0 ? pieces : []))
    .filter((table) => table !== undefined);
}

function taggedTable(own: readonly Piece[], all: readonly Piece[]): Table | undefined {
  const parted = groupBy(own, (cell) => cell.row).flatMap((row) => rowsInRow(groupBy(row, (cell) => cell.cell)));
  if (parted.length < 2) return undefined;
  const strays = untaggedHeads(parted, all);
  const rows = parted.map(({ cells }, index) => (index === 0 ? [...cells, ...strays.map((piece) => [piece])] : cells));
  const merged = rows.map((cells) => rowOf(cells.map(wholeCell)));
  const heads = parted.findIndex(({ cells, goesOn }) => goesOn || !cells.flat().every(isHeader));
  const isSpanning = ({ pieces }: VisualRow, index: number): boolean =>
    index < heads - 1 && pieces.length < mostCells(merged.slice(heads - 1));
  const columns = columnsOf(merged.filter((row, index) => !isSpanning(row, index)));
  if (columns.length < 2) return undefined;
  const last = heads > 0 ? textsOf(merged[heads - 1], columns) : [];
  const texts = merged.map((row, index) =>
    textsOf(row, columns, isSpanning(row, index) ? spansOfHeads(row.pieces, last, columns) : undefined),
  );
  if (texts.filter((row) => row.some(isBullet)).length > texts.length / 2) return undefined;
  const above = strays.length > 0 || merged[0] === undefined ? noRows : rowsAbove(merged[0], columns, all);
  const pieces = [...own, ...strays, ...above.pieces];
  if (above.texts.length > 0 && heads <= 0) return tableOfTexts(pieces, [...above.texts, ...texts], above.headerRows);
  return tableOfTexts([...own, ...strays], texts, heads > 0 ? heads : headerCount(texts));
}

function isHeader({ line }: Piece): boolean {
  return line.tag?.cell?.isHeader === true;
}

function mostCells(rows: readonly VisualRow[]): number {
  return Math.max(...rows.map(({ pieces }) => pieces.length));
}

/** The cells of a row; a head over several columns stands in each of them. */
function textsOf(row: VisualRow | undefined, columns: readonly Column[], spans?: HeadSpans): readonly string[] {
  const cells = columns.map(() => "");
  for (const piece of row?.pieces ?? []) {
    for (const column of spans?.get(piece) ?? [columnOf(piece, columns)])
      cells[column] = [cells[column], piece.text].filter(Boolean).join(" ");
  }
  return cells;
}

/** Groups in the order of the page's tags; what has no tag of a cell, or is in none yet, is left out. */
function groupBy(pieces: readonly Piece[], key: (cell: TagCell) => number): readonly (readonly Piece[])[] {
  const groups = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const cell = piece.line.tag?.cell;
    if (cell === undefined || !hasCell(piece)) continue;
    const group = groups.get(key(cell));
    if (group === undefined) groups.set(key(cell), [piece]);
    else group.push(piece);
  }
  return [...groups.values()];
}

function wholeCell(pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces;
  if (first === undefined) return [];
  return [{ ...first, text: cellText(pieces), box: pieces.map((piece) => piece.box).reduce(around) }];
}

function rowOf(cells: readonly (readonly Piece[])[]): VisualRow {
  const pieces = cells.flat().toSorted((a, b) => a.box.x0 - b.box.x0);
  return { pieces, box: pieces.map((piece) => piece.box).reduce(around) };
}
