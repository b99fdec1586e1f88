import { ascending } from "../../model/numbers.ts";
import { type Column, columnOf, reachesOver } from "./columns.ts";
import { type Fragment, isWrapped } from "./fragment.ts";
import type { VisualRow } from "./visual-rows.ts";

/** A line of text in the columns of a table. */
export interface Placed {
  readonly cells: readonly (readonly Fragment[])[];
  readonly top: number;
  readonly bottom: number;
  readonly sizePt: number;
  /** True if something in it spans several columns. */
  readonly isOverSeveral: boolean;
}

/** Returns a line in the columns of its table. */
export function place(row: VisualRow, columns: readonly Column[]): Placed {
  const cells = columns.map((): Fragment[] => []);
  for (const fragment of row.fragments) cells[columnOf(fragment, columns)]?.push(fragment);
  const isOverSeveral = row.fragments.some((fragment) => reachesOver(fragment, columns));
  return { cells, top: row.box.y0, bottom: row.box.y1, sizePt: row.fragments[0]?.sizePt ?? 10, isOverSeveral };
}

/** Returns the distance of the first line of a row from the line before, measured at the lines with most columns. */
export function rowLeading(rows: readonly Placed[]): number {
  let least = Infinity;
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1];
    const used = row.cells.filter((fragments) => fragments.length > 0).length;
    if (before === undefined || used <= row.cells.length / 2) continue;
    least = Math.min(least, row.top - before.top);
  }
  return least;
}

/**
 * Returns the usual distance of two rows with values, so that lines of a wrapped label do not count. A line may continue
 * the label and another cell, too: the least distance may be that of lines.
 */
export function rowPitch(rows: readonly Placed[]): number {
  const distances = rows.slice(1).flatMap((row, index) => {
    const before = rows[index];
    return before !== undefined && holdsValues(before) && holdsValues(row) ? [row.top - before.top] : [];
  });
  return ascending(distances)[Math.floor((distances.length - 1) / 2)] ?? Infinity;
}

/** Minimum number of lines that continue cells, which show the distance of such lines. */
const leastContinued = 2;

/** Returns the usual distance of lines that continue cells without a label, or 0 if there are too few of them. */
export function lineStep(rows: readonly Placed[]): number {
  const distances = rows.slice(1).flatMap((row, index) => {
    const before = rows[index];
    return before !== undefined && holdsValues(before) && row.cells[0]?.length === 0 ? [row.top - before.top] : [];
  });
  return distances.length < leastContinued ? 0 : (ascending(distances)[Math.floor(distances.length / 2)] ?? 0);
}

/** True if a row has text in its first column and in another one. */
export function holdsValues({ cells }: Placed): boolean {
  return cells[0]?.length !== 0 && cells.some((fragments, column) => column > 0 && fragments.length > 0);
}

/** Returns the columns in which a line has text. */
export function usedColumns({ cells }: Placed): readonly number[] {
  return cells.flatMap((fragments, column) => (fragments.length > 0 ? [column] : []));
}

/** A line below another one of its table. */
export interface LinePair {
  readonly before: Placed;
  readonly row: Placed;
  /** How far the cells of each column extend. */
  readonly edges: readonly number[];
}

/** True if the first word of this line had no room at the end of the line before. */
export function isCellWrapped({ before, row, edges }: LinePair, column: number): boolean {
  const above = before.cells[column]?.at(-1);
  const below = row.cells[column]?.[0];
  return above !== undefined && below !== undefined && isWrapped(above, below, edges[column] ?? 0);
}
