import type { CellRange } from "@reader/document/tables";
import type { CellType } from "./cell-value.ts";
import type { PlainCell } from "./plain-cell.ts";

/** Receives rows cell by cell. Numbers are 0 if the file omits them. */
export interface RowBuilder {
  startRow(row: number, isHidden: boolean): void;
  addCell(cell: ScannedCell): void;
  /** Adds a cell of the common form, whose value is in this text. */
  addPlain(cell: PlainCell, xml: string): void;
  endRow(): void;
}

/** A cell as stored in the file. One object is reused for all cells. */
export interface ScannedCell {
  row: number;
  column: number;
  style: number;
  type: CellType;
  /** `undefined` if the cell has none. For type `s`, the index of a shared string. */
  value: string | undefined;
  formula: string | undefined;
  /** The number of the shared formula that the cell uses or defines. */
  sharedFormula: string | undefined;
  /** The cells that the formula fills; absent for formulas of a single cell. */
  filled: FilledCells | undefined;
}

/** The cells that one formula fills. It is stored in the first of them (ISO/IEC 29500-1, 18.3.1.40). */
export interface FilledCells {
  readonly range: CellRange;
  /** The replacement text for a data table, which has no formula: `TABLE(B1,A2)`. */
  readonly table: string | undefined;
}

/** Creates an empty cell. */
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
