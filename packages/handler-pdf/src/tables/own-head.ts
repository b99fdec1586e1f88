import type { Box, Table, TextLine } from "../model/page-content.ts";
import { columnOf, columnsOf } from "./cells/columns.ts";
import { around } from "./cells/piece.ts";
import { cellText, type VisualRow } from "./cells/visual-rows.ts";

/** Heads stand this near above the first row, in ems. */
const nearEms = 2;

/**
 * Adds the bold heads that stand right above a table whose rows are not bold: where every other row is coloured, the
 * colours hold the rows together and not the heads above them. What is `taken` is in a table already.
 */
export function withOwnHead(table: Table, rows: readonly VisualRow[], taken: ReadonlySet<TextLine>): Table {
  const inside = rows.filter(({ pieces }) => pieces.some(({ line }) => table.lines.has(line)));
  const [first] = inside;
  const head = first === undefined ? undefined : rows[rows.indexOf(first) - 1];
  if (first === undefined || head === undefined || !isHead(head, first, table.box)) return table;
  if (head.pieces.some(({ line }) => taken.has(line))) return table;
  const columns = columnsOf(inside);
  const places = new Set(head.pieces.map((piece) => columnOf(piece, columns)));
  if (columns.length !== table.rows[0]?.length || places.size !== head.pieces.length) return table;
  return {
    box: around(table.box, head.box),
    rows: [
      columns.map((_, index) => cellText(head.pieces.filter((piece) => columnOf(piece, columns) === index))),
      ...table.rows,
    ],
    headerRows: 1,
    lines: new Set([...head.pieces.map(({ line }) => line), ...table.lines]),
  };
}

function isHead({ pieces, box }: VisualRow, first: VisualRow, table: Box): boolean {
  const sizePt = first.pieces[0]?.sizePt ?? 10;
  const isNear = first.box.y0 - box.y1 < nearEms * sizePt && box.x0 > table.x0 - nearEms * sizePt;
  const areBold = pieces.length > 1 && pieces.every(({ isBold }) => isBold);
  return (
    isNear &&
    areBold &&
    pieces.every(({ line }) => line.direction === "ltr") &&
    !first.pieces.some(({ isBold }) => isBold)
  );
}
