import type { Table } from "../../model/page-content.ts";
import { isNumeric, isPeriod } from "../cells/cell-kinds.ts";
import { columnOf, columnsOf } from "../cells/columns.ts";
import { around } from "../cells/piece.ts";
import { spansOfHeads } from "../cells/spanning-heads.ts";
import { cellText, type VisualRow } from "../cells/visual-rows.ts";

/** A line of heads over several columns stands this near above those of single columns, in ems. */
const nearEms = 0.9;

/**
 * Makes the table of rows whose first line holds heads over several columns: first of the rows below it, then that line
 * is put on top, so that each column shows all its heads. `undefined` where the first line is none of such heads.
 */
export function withSpanningLine(
  rows: readonly VisualRow[],
  make: (rows: readonly VisualRow[]) => Table | undefined,
): Table | undefined {
  const [line, ...rest] = rows;
  const [below] = rest;
  if (line === undefined || below === undefined || !couldSpan(line, below)) return undefined;
  const columns = columnsOf(rest);
  const texts = columns.map((_, at) => cellText(below.pieces.filter((piece) => columnOf(piece, columns) === at)));
  const spans = spansOfHeads(line.pieces, texts, columns);
  if (spans === undefined || [...spans.values()].every((over) => over.length < 2)) return undefined;
  const table = make(rest);
  if (table?.headerRows !== 1 || table.rows[0]?.length !== columns.length) return undefined;
  const heads = columns.map((_, at) =>
    cellText(line.pieces.filter((piece) => spans.get(piece)?.includes(at) === true)),
  );
  return {
    box: around(table.box, line.box),
    rows: [heads, ...table.rows],
    headerRows: 2,
    lines: new Set([...line.pieces.map((piece) => piece.line), ...table.lines]),
  };
}

function couldSpan(line: VisualRow, below: VisualRow): boolean {
  if (line.pieces.length < 2 || line.pieces.length >= below.pieces.length) return false;
  const isNear = below.box.y0 - line.box.y1 < nearEms * (below.pieces[0]?.sizePt ?? 10);
  return (
    isNear &&
    [...line.pieces, ...below.pieces].every(({ text, line: { direction } }) => {
      return direction === "ltr" && (!isNumeric(text) || isPeriod(text));
    })
  );
}
