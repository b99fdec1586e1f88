import type { CellRange } from "@reader/document/tables";

/** Cells over several rows that are minded at a time. */
const maxSpans = 1000;

/** The cells of a table that reach down into rows below their own. */
export class CellSpans {
  #ranges: readonly CellRange[] = [];

  /** Forgets all of them. */
  clear(): void {
    this.#ranges = [];
  }

  /** Notes one. */
  add(range: CellRange): void {
    if (this.#ranges.length < maxSpans) this.#ranges = [...this.#ranges, range];
  }

  /** Forgets those that end above a row; the others in the order of their columns, so that one look finds what is free. */
  startRow(row: number): void {
    this.#ranges = this.#ranges
      .filter(({ lastRow }) => lastRow >= row)
      .toSorted((one, other) => one.firstColumn - other.firstColumn);
  }

  /** The first column from one on that no cell from above takes up. */
  freeColumn(row: number, from: number): number {
    let column = from;
    for (const { firstRow, firstColumn, lastColumn } of this.#ranges) {
      if (firstRow < row && column >= firstColumn && column <= lastColumn) column = lastColumn + 1;
    }
    return column;
  }
}
