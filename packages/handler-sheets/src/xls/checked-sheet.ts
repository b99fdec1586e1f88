import { parseRange, type CellRange } from "@reader/document/tables";
import type { Sheet } from "../sheets/workbook.ts";
import { checkCell, type CheckedCell } from "./checked-cell.ts";
import { arrayOf, fieldOf, indicesOf, keysOf, stringOf } from "./checked-values.ts";

/** A SheetJS sheet with validated value types. */
export interface CheckedSheet {
  readonly name: string;
  readonly kind: Sheet["kind"];
  readonly state: Sheet["state"];
  /** The relationship identifier of its part, or an empty string. */
  readonly relationship: string;
  /** Non-empty rows in ascending order. */
  readonly rows: readonly CheckedRow[];
  readonly merged: readonly CellRange[];
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[];
  /** The filtered range: `A1:C9`. */
  readonly filter: string | undefined;
  /** Number of cells outside the limits of the format, which are omitted. */
  readonly cellsOutside: number;
}

/** A row and its cells, in ascending order. */
export interface CheckedRow {
  /** From 1. */
  readonly row: number;
  readonly isHidden: boolean;
  readonly cells: readonly CheckedCell[];
}

/** The maximum number of rows and columns of a format. */
export interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
}

/** The limits of Excel 2007 and later (ECMA-376-1, 18.3.1.73). */
export const newLimits: SheetLimits = { rows: 1_048_576, columns: 16_384 };

/** The limits of Excel 97 to 2003 ([MS-XLS] 2.1.5); earlier versions have fewer rows. */
export const oldLimits: SheetLimits = { rows: 65_536, columns: 256 };

/** A sheet as SheetJS returns it, with the facts that it returns elsewhere. */
export interface GivenSheet {
  readonly name: string;
  readonly sheet: unknown;
  readonly facts: unknown;
}

/** Validates a sheet that SheetJS returned in dense form. Values of unexpected types are omitted. */
export function checkSheet({ name, sheet, facts }: GivenSheet, limits: SheetLimits): CheckedSheet {
  const kind = kindOf(fieldOf(sheet, "!type"));
  // The cells of a chart sheet repeat its values, which the description of the chart has.
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

/** Returns the numbers of hidden rows or columns, from 1. */
function hiddenIn(value: unknown, limit: number): readonly number[] {
  const given = arrayOf(value);
  return keysOf(given)
    .filter((index) => index >= 0 && index < limit && fieldOf(given[index], "hidden") === true)
    .map((index) => index + 1);
}

/** Converts a SheetJS range, which counts from 0. Returns an empty list if it is outside the sheet. */
function checkRange(value: unknown, { rows, columns }: SheetLimits): readonly CellRange[] {
  const [start, end] = [fieldOf(value, "s"), fieldOf(value, "e")];
  const [firstRow, lastRow] = [numberIn(start, "r"), numberIn(end, "r")];
  const [firstColumn, lastColumn] = [numberIn(start, "c"), numberIn(end, "c")];
  if (!(firstRow <= lastRow && lastRow <= rows && firstColumn <= lastColumn && lastColumn <= columns)) return [];
  return [{ firstRow, lastRow, firstColumn, lastColumn }];
}

/** Returns a row or column number, from 1, or `NaN`. */
function numberIn(address: unknown, name: "r" | "c"): number {
  const value = fieldOf(address, name);
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value + 1 : Number.NaN;
}

function checkFilter(value: unknown): string | undefined {
  const range = stringOf(fieldOf(value, "ref"));
  return range !== undefined && parseRange(range) !== undefined ? range : undefined;
}
