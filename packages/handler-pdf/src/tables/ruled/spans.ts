import type { Grid } from "./grid.ts";
import type { Piece } from "../cells/piece.ts";

/** One elementary cell, as a part of the cell that it belongs to. */
export interface SpannedCell {
  readonly cell: number;
  /** What stands in the whole cell. */
  readonly pieces: readonly Piece[];
  /** The same in the first part of the cell, nothing in the others. */
  readonly own: readonly Piece[];
  /** Whether the cell goes over several columns, but not over all. */
  readonly isWide: boolean;
  /** Whether this part is in the first column of its cell. */
  readonly isFirstColumn: boolean;
}

/** The rows of a grid, each elementary cell with what it is a part of. */
export function spanRows(
  grid: Grid,
  placed: ReadonlyMap<number, readonly Piece[]>,
): readonly (readonly SpannedCell[])[] {
  const columns = grid.xs.length - 1;
  const widths = new Map<number, number>();
  for (const [index, cell] of grid.cellOf.entries()) {
    widths.set(cell, Math.max(widths.get(cell) ?? 0, (index % columns) - (cell % columns) + 1));
  }
  return Array.from({ length: grid.ys.length - 1 }, (_, row) =>
    grid.cellOf.slice(row * columns, (row + 1) * columns).map((cell, column) => {
      const pieces = placed.get(cell) ?? [];
      const width = widths.get(cell) ?? 1;
      return {
        cell,
        pieces,
        own: cell === row * columns + column ? pieces : [],
        isWide: width > 1 && width < columns,
        isFirstColumn: column === cell % columns,
      };
    }),
  );
}
