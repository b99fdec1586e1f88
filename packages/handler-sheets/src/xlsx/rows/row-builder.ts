import { type CellRange, parseRange } from "@reader/document/tables";
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

/** The attributes of a formula that define which cells it fills. */
type FormulaAttributes = Readonly<Record<string, string | undefined>>;

/**
 * Returns the cells that an array formula or a data table fills; `undefined` for any other formula and for a single
 * cell.
 */
export function filledCells(attributes: FormulaAttributes): FilledCells | undefined {
  const { t: type, ref = "" } = attributes;
  if (type !== "array" && type !== "dataTable") return undefined;
  const range = parseRange(ref);
  if (range === undefined) return undefined;
  return { range, table: type === "array" ? undefined : tableWords(attributes) };
}

/** Formats a data table as programs show it: the input cell of the first row, then that of the first column. */
function tableWords({ dt2D, dtr, r1 = "", r2 = "" }: FormulaAttributes): string {
  if (isTrue(dt2D)) return `TABLE(${r1},${r2})`;
  return isTrue(dtr) ? `TABLE(${r1},)` : `TABLE(,${r1})`;
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

const attribute = /([\w:.]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parses the attributes of a tag. */
export function attributesIn(tag: string): FormulaAttributes {
  return Object.fromEntries(
    [...tag.matchAll(attribute)].map(([, name = "", one, other]) => [name, one ?? other ?? ""]),
  );
}
