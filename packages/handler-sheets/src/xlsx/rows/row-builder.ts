import type { CellRange } from "@reader/document/tables";
import type { CellType } from "./cell-value.ts";
import type { PlainCell } from "./plain-cell.ts";

/** What a reader of rows tells, cell by cell; numbers are 0 where the file does not say them. */
export interface RowBuilder {
  startRow(row: number, isHidden: boolean): void;
  addCell(cell: ScannedCell): void;
  /** A cell of the usual kind, whose value stands in this text. */
  addPlain(cell: PlainCell, xml: string): void;
  endRow(): void;
}

/** One cell as it stands in the file; made once and filled again for each. */
export interface ScannedCell {
  row: number;
  column: number;
  style: number;
  type: CellType;
  /** Undefined where the cell has none; that of type `s` is the index of a shared string. */
  value: string | undefined;
  formula: string | undefined;
  /** The number of the formula that the cell shares with others, or whose first place it is. */
  sharedFormula: string | undefined;
  /** The cells that the formula fills; absent for most, which fill their own. */
  filled: FilledCells | undefined;
}

/** Cells that one formula fills, written at the first of them (ISO/IEC 29500-1, 18.3.1.40). */
export interface FilledCells {
  readonly range: CellRange;
  /** What stands instead of a formula where there is none to write: `TABLE(B1,A2)`. */
  readonly table: string | undefined;
}

/** A cell of which nothing is known. */
export function emptyCell(): ScannedCell {
  return {
    row: 0,
    column: 0,
    style: 0,
    type: "n",
    value: undefined,
    formula: undefined,
    sharedFormula: undefined,
    filled: undefined,
  };
}
