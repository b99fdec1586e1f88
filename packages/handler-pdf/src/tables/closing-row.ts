import type { Table } from "../model/page-content.ts";
import { isNumeric } from "./cells/cell-kinds.ts";
import { columnOf, columnsOf, reachesOver, type Column } from "./cells/columns.ts";
import { around, type Piece } from "./cells/piece.ts";
import { cellText, visualRows, type VisualRow } from "./cells/visual-rows.ts";

/** How far beside the rows of a table its last one may begin and end. */
const slackPt = 3;

/** The last row stands this near below the others, in heights of its line. */
const nearEms = 1.2;

/** How much further from the row above it than the others are, in heights of its line: a rule may be between them. */
const moreEms = 0.4;

/**
 * Adds the one row that stands right below the last rule of a table, in its columns and with its numbers: the totals below
 * a rule, or the last row where only every other one is coloured. Several such rows are another table.
 */
export function withClosingRow(table: Table, pieces: readonly Piece[]): Table {
  const rows = visualRows(
    pieces.filter(({ box }) => box.x0 > table.box.x0 - slackPt && box.x1 < table.box.x1 + slackPt),
  );
  const inside = rows.filter((row) => isOf(table, row));
  const end = rows.findLastIndex((row) => isOf(table, row));
  const [closing, after] = rows.slice(end + 1, end + 3);
  if (closing === undefined || !isNear(closing, inside)) return table;
  const columns = columnsOf(inside);
  if (columns.length !== table.rows[0]?.length || !fills(closing, columns)) return table;
  if (after !== undefined && after.pieces.length > 1 && isNear(after, [...inside, closing])) return table;
  const texts = columns.map((_, index) =>
    cellText(closing.pieces.filter((piece) => columnOf(piece, columns) === index)),
  );
  return {
    ...table,
    box: around(table.box, closing.box),
    rows: [...table.rows, texts],
    lines: new Set([...table.lines, ...closing.pieces.map(({ line }) => line)]),
  };
}

function isOf({ lines }: Table, { pieces }: VisualRow): boolean {
  return pieces.some(({ line }) => lines.has(line));
}

/** Whether a row follows rows at about the distance that these have. */
function isNear({ box }: VisualRow, rows: readonly VisualRow[]): boolean {
  const gaps = rows.slice(1).map((row, index) => row.box.y0 - (rows[index]?.box.y1 ?? 0));
  const heightPt = box.y1 - box.y0;
  const gapPt = box.y0 - (rows.at(-1)?.box.y1 ?? 0);
  return gapPt < nearEms * heightPt && gapPt <= Math.max(...gaps) + moreEms * heightPt;
}

/** Whether a row has a cell in the first column, and numbers in most of the others, each in its own. */
function fills({ pieces }: VisualRow, columns: readonly Column[]): boolean {
  const places = new Set(pieces.map((piece) => columnOf(piece, columns)));
  const numbers = pieces.filter(({ text }) => isNumeric(text)).length;
  return (
    places.size === pieces.length &&
    places.has(0) &&
    numbers * 2 >= columns.length - 1 &&
    numbers > 0 &&
    pieces.every((piece) => piece.line.direction === "ltr" && !reachesOver(piece, columns))
  );
}
