import type { Table } from "../model/page-content.ts";
import { columnsOf, type Column } from "./cells/columns.ts";
import { around, type Piece } from "./cells/piece.ts";
import type { VisualRow } from "./cells/visual-rows.ts";

/** A head over several columns stands this near above theirs, in ems. */
const nearEms = 0.8;

/** How far right of the last column it may end. */
const slackPt = 6;

/**
 * Adds the head that stands alone above those of several columns, `Year ended 31 December` above `2025`, `2024` and
 * `2023`: bold as they are, and beginning right of the first column, over which it does not stand. Each of the columns
 * below it shows it.
 */
export function withHeadAbove(table: Table, rows: readonly VisualRow[]): Table {
  const inside = rows.filter(({ pieces }) => pieces.some(({ line }) => table.lines.has(line)));
  const [first] = inside;
  const head = first === undefined ? undefined : headAbove(first, rows);
  if (head === undefined || table.headerRows !== 1) return table;
  const columns = columnsOf(inside);
  if (columns.length < 3 || columns.length !== table.rows[0]?.length || !standsOver(head, columns)) return table;
  return {
    box: around(table.box, head.box),
    rows: [columns.map((_, index) => (index === 0 ? "" : head.text)), ...table.rows],
    headerRows: 2,
    lines: new Set([head.line, ...table.lines]),
  };
}

function headAbove(first: VisualRow, rows: readonly VisualRow[]): Piece | undefined {
  const [head, ...others] = rows[rows.indexOf(first) - 1]?.pieces ?? [];
  const [own] = first.pieces;
  if (head === undefined || own === undefined || others.length > 0) return undefined;
  return areAlike(head, own) && first.box.y0 - head.box.y1 < nearEms * own.sizePt ? head : undefined;
}

function areAlike(head: Piece, own: Piece): boolean {
  const areBold = head.isBold && own.isBold && /\p{L}/u.test(head.text);
  return areBold && Math.abs(head.sizePt - own.sizePt) < 0.1 * own.sizePt;
}

function standsOver({ box, line }: Piece, columns: readonly Column[]): boolean {
  const isRight = box.x0 > (columns[0]?.x1 ?? 0) && box.x1 <= (columns.at(-1)?.x1 ?? 0) + slackPt;
  return isRight && line.direction === "ltr";
}
