import { parseRange, type CellRange } from "@reader/document/tables";
import type { Sheet } from "../sheets/workbook.ts";
import { checkCell, type CheckedCell } from "./checked-cell.ts";
import { arrayOf, fieldOf, indicesOf, keysOf, stringOf } from "./checked-values.ts";

/** A sheet of SheetJS whose values all have the types that they are said to have. */
export interface CheckedSheet {
  readonly name: string;
  readonly kind: Sheet["kind"];
  readonly state: Sheet["state"];
  /** The identifier of the relationship that leads to its part; empty if there is none. */
  readonly relationship: string;
  /** In ascending order; without rows that have no cell. */
  readonly rows: readonly CheckedRow[];
  readonly merged: readonly CellRange[];
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[];
  /** The range that is filtered: `A1:C9`. */
  readonly filter: string | undefined;
  /** The number of cells that are outside of the limits of the format, which are left out. */
  readonly cellsOutside: number;
}

/** A row with its cells, in ascending order. */
export interface CheckedRow {
  /** From 1. */
  readonly row: number;
  readonly isHidden: boolean;
  readonly cells: readonly CheckedCell[];
}

/** The number of rows and columns that a sheet of a format has. */
export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
}

/** The limits of Excel 2007 and later (ECMA-376-1, 18.3.1.73). */
export const newLimits: SheetLimits = { rows: 1_048_576, columns: 16_384 };

/** The limits of Excel 97 to 2003 ([MS-XLS] 2.1.5); earlier versions have fewer rows. */
export const oldLimits: SheetLimits = { rows: 65_536, columns: 256 };

/** A sheet as the library gives it, with what it gives elsewhere. */
export interface GivenSheet {
  readonly name: string;
  readonly sheet: unknown;
  readonly facts: unknown;
}

/** Checks a sheet that SheetJS returned in its dense form. Values of another type than expected are left out. */
export function checkSheet({ name, sheet, facts }: GivenSheet, limits: SheetLimits): CheckedSheet {
  const kind = kindOf(fieldOf(sheet, "!type"));
  // The cells of a chart sheet are copies of its values, which its description has.
  const given = kind === "chart" ? {} : sheet;
  return {
    name,
    kind,
    state: stateOf(fieldOf(facts, "Hidden")),
    relationship: stringOf(fieldOf(facts, "strRelID")) ?? stringOf(fieldOf(facts, "id")) ?? "",
    ...checkRows(given, limits),
    merged: arrayOf(fieldOf(given, "!merges")).flatMap((range) => checkRange(range, limits)),
    hiddenColumns: hiddenIn(fieldOf(given, "!cols"), limits.columns).map((column) => ({ first: column, last: column })),
    filter: checkFilter(fieldOf(given, "!autofilter")),
  };
}

function kindOf(type: unknown): Sheet["kind"] {
  return type === "chart" || type === "dialog" || type === "macro" ? type : "cells";
}

function stateOf(hidden: unknown): Sheet["state"] {
  if (hidden === 1) return "hidden";
  return hidden === 2 ? "very-hidden" : "visible";
}

function checkRows(sheet: unknown, limits: SheetLimits): Pick<CheckedSheet, "rows" | "cellsOutside"> {
  const data = arrayOf(fieldOf(sheet, "!data"));
  const hidden = new Set(hiddenIn(fieldOf(sheet, "!rows"), limits.rows));
  const rows: CheckedRow[] = [];
  let cellsOutside = 0;
  for (const index of keysOf(data)) {
    const given = arrayOf(data[index]);
    const inRow = index >= 0 && index < limits.rows ? limits.columns : 0;
    const cells: CheckedCell[] = [];
    for (const column of indicesOf(given)) {
      const cell = column < inRow ? checkCell(given[column], column + 1) : undefined;
      if (cell !== undefined) cells.push(cell);
      else if (column >= inRow) cellsOutside += 1;
    }
    if (cells.length > 0) rows.push({ row: index + 1, isHidden: hidden.has(index + 1), cells });
  }
  return { rows, cellsOutside };
}

/** The rows or columns, from 1, that are hidden. */
function hiddenIn(value: unknown, limit: number): readonly number[] {
  const given = arrayOf(value);
  return keysOf(given)
    .filter((index) => index >= 0 && index < limit && fieldOf(given[index], "hidden") === true)
    .map((index) => index + 1);
}

/** A range in the form of the library, which counts from 0; nothing if it is not inside the sheet. */
function checkRange(value: unknown, { rows, columns }: SheetLimits): readonly CellRange[] {
  const [start, end] = [fieldOf(value, "s"), fieldOf(value, "e")];
  const [firstRow, lastRow] = [numberIn(start, "r"), numberIn(end, "r")];
  const [firstColumn, lastColumn] = [numberIn(start, "c"), numberIn(end, "c")];
  if (!(firstRow <= lastRow && lastRow <= rows && firstColumn <= lastColumn && lastColumn <= columns)) return [];
  return [{ firstRow, lastRow, firstColumn, lastColumn }];
}

/** A row or column, from 1; `NaN` if there is none. */
function numberIn(address: unknown, name: "r" | "c"): number {
  const value = fieldOf(address, name);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 1 : Number.NaN;
}

function checkFilter(value: unknown): string | undefined {
  const range = stringOf(fieldOf(value, "ref"));
  return range !== undefined && parseRange(range) !== undefined ? range : undefined;
}
