import type { Cell } from "@reader/document/tables";

/** The cells of a row by their columns; of two for one place the later counts. */
export function inColumnOrder(cells: readonly Cell[]): readonly Cell[] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].toSorted((left, right) => left.column - right.column);
}
