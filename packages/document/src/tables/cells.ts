// What every reader of sheets gives (XLSX, XLS, XLSB, ODS), and what the one writer of sheets takes.

/** A rectangle of cells, rows and columns from 1, both ends included. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** One cell that holds something. */
export interface Cell {
  /** From 1. */
  readonly column: number;
  /** As the program shows it: formatted dates, percentages, currencies; `TRUE`, `#DIV/0!`. */
  readonly text: string;
  readonly kind: "text" | "number" | "date" | "boolean" | "error";
  /** Without the `=` in front; absent where the cell has none. */
  readonly formula?: string;
}

/** More rows and columns than any sheet has: 2^20 and 2^14 (ECMA-376-1, 18.3.1.73), ODS has no limit of its own. */
export const wholeSheet: CellRange = { firstRow: 1, lastRow: 1_048_576, firstColumn: 1, lastColumn: 16_384 };
