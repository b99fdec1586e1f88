import type { Row } from "../workbook.ts";

/** The columns that have something in these rows, in order. */
export function usedColumns(rows: readonly Row[]): readonly number[] {
  const first = rows[0]?.cells ?? [];
  const used = new Set<number>();
  for (const { column } of first) used.add(column);
  for (const { cells } of rows) {
    // Most rows have the columns of the first one, which a look at their ends tells.
    if (cells.length === first.length && isSame(cells, first)) continue;
    for (const { column } of cells) used.add(column);
  }
  return [...used].toSorted((one, other) => one - other);
}

function isSame(cells: Row["cells"], first: Row["cells"]): boolean {
  for (let at = 0; at < cells.length; at += 1) if (cells[at]?.column !== first[at]?.column) return false;
  return true;
}

/** Columns up to which a table is always written as one. */
const maxDenseColumns = 16;

/** A table of which less than one cell in so many has something is written cell by cell. */
const sparseness = 10;

/** Whether a table of these rows would be mostly empty. */
export function isSparse(rows: readonly Row[], used: readonly number[]): boolean {
  if (used.length <= maxDenseColumns) return false;
  const cells = rows.reduce((sum, row) => sum + row.cells.length, 0);
  return cells * sparseness < rows.length * used.length;
}
