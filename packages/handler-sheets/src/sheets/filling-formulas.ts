import type { CellRange } from "@reader/document/tables";

/** A formula that fills several cells: an array, or a table of data. Programs show it in each of them. */
export interface FillingFormula {
  readonly range: CellRange;
  readonly formula: string;
}

/** Formulas that fill cells below or beside the one that they are written in. */
export interface FillingFormulas {
  /** Cheap: it is asked for every cell. */
  readonly hasSome: boolean;
  /** Adds one that is written in this row; those that end before it are forgotten. */
  add(filling: FillingFormula, row: number): void;
  /** The one that fills a cell; undefined for none. */
  at(row: number, column: number): string | undefined;
}

/** Formulas that fill cells at the same time; each cell is looked up among them. */
const maxFilling = 256;

/** Knows none yet. Those that fill nothing but their own cell are not kept. */
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
