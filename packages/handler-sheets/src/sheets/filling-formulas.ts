import type { CellRange } from "@reader/document/tables";

/** A formula that fills several cells: an array formula or a data table. Programs show it in each of them. */
export interface FillingFormula {
  readonly range: CellRange;
  readonly formula: string;
}

/** Formulas that also fill cells other than the one that has them. */
export interface FillingFormulas {
  /** True if there are such formulas. Must be cheap because it is read for every cell. */
  readonly hasSome: boolean;
  /** Adds a formula that is stored in this row. Formulas whose range ends above the row are dropped. */
  add(filling: FillingFormula, row: number): void;
  /** Returns the formula that fills a cell, or `undefined`. */
  at(row: number, column: number): string | undefined;
}

/** Maximum number of active formulas, because each cell is compared with all of them. */
const maxFilling = 256;

/** Creates an empty set. Formulas that fill only their own cell are not kept. */
export function createFillingFormulas(): FillingFormulas {
  let all: FillingFormula[] = [];
  return {
    get hasSome() {
      return all.length > 0;
    },
    add(filling, row) {
      all = all.filter(({ range }) => range.lastRow >= row);
      if (!isOneCell(filling.range) && all.length < maxFilling) all.push(filling);
    },
    at: (row, column) => all.find(({ range }) => holds(range, row, column))?.formula,
  };
}

function isOneCell({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): boolean {
  return firstRow === lastRow && firstColumn === lastColumn;
}

function holds(range: CellRange, row: number, column: number): boolean {
  const isRow = row >= range.firstRow && row <= range.lastRow;
  return isRow && column >= range.firstColumn && column <= range.lastColumn;
}
