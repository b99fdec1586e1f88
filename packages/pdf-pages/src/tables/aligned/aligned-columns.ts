import { ascending } from "../../model/numbers.ts";
import { isNumber } from "../cells/cell-kinds.ts";
import type { Column } from "../cells/columns.ts";
import type { Fragment } from "../cells/fragment.ts";
import type { DraftRow } from "../cells/visual-rows.ts";

/** Maximum difference of aligned edges in one column, in points. */
const alignedPt = 3;

/** Minimum share of a column's cells that are aligned at one edge or centre. */
const alignedShare = 0.6;

/** Rows whose fragments are in columns, with rules around them or without. */
interface Columned {
  readonly rows: readonly DraftRow[];
  readonly columns: readonly Column[];
  readonly isRuled: boolean;
}

/** True if nearly all columns have cells that start, end or are centred alike. */
export function hasAlignedColumns({ rows, columns, isRuled }: Columned): boolean {
  const aligned = columns.filter((_, column) => {
    const cells = rows.flatMap((row) => row[column]?.slice(0, 1) ?? []);
    const least = alignedShare * cells.length;
    return alikeOf(cells) >= least || alikeByKind(cells) >= least;
  });
  return aligned.length >= (isRuled ? 0.5 : 0.75) * columns.length && aligned.length >= 2;
}

/** Minimum number of cells of each kind with the same edge. */
const leastAlike = 4;

/** Returns how many numbers end alike, with how many texts are aligned with each other, as in a spreadsheet. */
function alikeByKind(cells: readonly Fragment[]): number {
  const ends = cells.filter(({ text }) => isNumber(text)).map(({ box }) => box.x1);
  const numbers = mostAlike(ends);
  const others = alikeOf(cells.filter(({ text }) => !isNumber(text)));
  return Math.min(numbers, others) >= leastAlike ? numbers + others : 0;
}

/** Returns how many cells have the same edge or centre. */
function alikeOf(cells: readonly Fragment[]): number {
  const boxes = cells.map(({ box }) => box);
  return Math.max(
    mostAlike(boxes.map(({ x0 }) => x0)),
    mostAlike(boxes.map(({ x1 }) => x1)),
    mostAlike(boxes.map(({ x0, x1 }) => (x0 + x1) / 2)),
  );
}

function mostAlike(values: readonly number[]): number {
  const sorted = ascending(values);
  let most = 0;
  let start = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    const value = sorted[index] ?? 0;
    while (value - (sorted[start] ?? value) > alignedPt) start += 1;
    most = Math.max(most, index - start + 1);
  }
  return most;
}
