import type { Cell } from "@reader/document/tables";

/** Sorts the cells of a row by column. The later of two cells in the same column wins. */
export function inColumnOrder(cells: readonly Cell[]): readonly Cell[] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].toSorted((left, right) => left.column - right.column);
}
