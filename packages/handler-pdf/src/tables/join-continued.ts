import type { Table } from "../model/page-content.ts";
import type { Piece } from "./cells/piece.ts";

/** Parts of one table stand no further apart than this many times the height of its type. */
const nearEms = 2;

/** Their outer edges differ by no more than this share of their width, as cells of one column are not all as wide. */
const edgeShare = 0.12;

/**
 * Makes one table of those that coloured rows parted: a table without a head right below another, with as many columns
 * between the same edges, goes on with it.
 */
export function joinContinued(tables: readonly Table[], pieces: readonly Piece[]): readonly Table[] {
  const joined: Table[] = [];
  for (const table of tables) {
    const last = joined.at(-1);
    if (last !== undefined && goesOn(last, table, pieces)) joined[joined.length - 1] = together(last, table);
    else joined.push(table);
  }
  return joined;
}

function goesOn(above: Table, below: Table, pieces: readonly Piece[]): boolean {
  if (below.headerRows > 0 || above.rows[0]?.length !== below.rows[0]?.length) return false;
  const gapPt = below.box.y0 - above.box.y1;
  const sizePt = pieces.find(({ line }) => below.lines.has(line))?.sizePt ?? 10;
  const slackPt = edgeShare * (above.box.x1 - above.box.x0);
  return (
    gapPt > -sizePt &&
    gapPt < nearEms * sizePt &&
    Math.abs(above.box.x0 - below.box.x0) <= slackPt &&
    Math.abs(above.box.x1 - below.box.x1) <= slackPt
  );
}

function together(above: Table, below: Table): Table {
  return {
    box: {
      x0: Math.min(above.box.x0, below.box.x0),
      y0: above.box.y0,
      x1: Math.max(above.box.x1, below.box.x1),
      y1: below.box.y1,
    },
    rows: [...above.rows, ...below.rows],
    headerRows: above.headerRows,
    lines: new Set([...above.lines, ...below.lines]),
  };
}
