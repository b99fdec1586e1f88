import { ReadError } from "@reader/core/handler";
import { parseRange, type CellRange } from "@reader/document/tables";
import { parseSafely } from "./parse-safely.ts";
import type { Sheet } from "../sheets/workbook.ts";

/** A SheetJS workbook with validated value types. */
export interface CheckedWorkbook {
  readonly sheets: readonly CheckedSheet[];
  readonly names: readonly CheckedName[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly isDate1904: boolean;
}

/** A defined name. */
export interface CheckedName {
  readonly name: string;
  /** The definition, without the `=`; empty if SheetJS returns none. */
  readonly refersTo: string;
  readonly isHidden: boolean;
}

/**
 * Runs SheetJS on a file and validates the workbook that it returns, so that later code can rely on its types. Throws
 * `corrupt` if SheetJS fails or returns no list of sheets.
 */
export function parseWorkbook(path: string, limits: SheetLimits, parse: () => unknown): CheckedWorkbook {
  const parsed = parseSafely(path, parse);
  const names = fieldOf(parsed, "SheetNames");
  if (!Array.isArray(names)) throw new ReadError("corrupt", `${path} has no sheets.`);
  const book = fieldOf(parsed, "Workbook");
  const sheets = fieldOf(parsed, "Sheets");
  const facts = arrayOf(fieldOf(book, "Sheets"));
  return {
    sheets: arrayOf(names).map((given, index) => {
      const name = stringOf(given) ?? `Sheet${index + 1}`;
      return checkSheet({ name, sheet: sheetCalled(name, sheets), facts: facts[index] }, limits);
    }),
    names: arrayOf(fieldOf(book, "Names")).flatMap(checkName),
    properties: recordOf(fieldOf(parsed, "Props")),
    isDate1904: Boolean(fieldOf(fieldOf(book, "WBProps"), "date1904")),
  };
}

/**
 * Finds a sheet by name. SheetJS stores sheets in a plain object, whose prototype is replaced by a sheet called
 * `__proto__`.
 */
function sheetCalled(name: string, sheets: unknown): unknown {
  return name === "__proto__" ? Object.getPrototypeOf(recordOf(sheets)) : fieldOf(sheets, name);
}

function checkName(value: unknown): readonly CheckedName[] {
  const name = stringOf(fieldOf(value, "Name")) ?? "";
  if (name === "") return [];
  return [{ name, refersTo: formulaOf(fieldOf(value, "Ref")), isHidden: fieldOf(value, "Hidden") === true }];
}

/** Returns a formula as text. SheetJS returns the formulas `TRUE` and `12` as a boolean and a number. */
function formulaOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return typeof value === "number" ? String(value) : (stringOf(value) ?? "");
}

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
interface SheetLimits {
  readonly rows: number;
  readonly columns: number;
}

/** The limits of Excel 2007 and later (ECMA-376-1, 18.3.1.73). */
export const newLimits: SheetLimits = { rows: 1_048_576, columns: 16_384 };

/** The limits of Excel 97 to 2003 ([MS-XLS] 2.1.5); earlier versions have fewer rows. */
export const oldLimits: SheetLimits = { rows: 65_536, columns: 256 };

/** A sheet as SheetJS returns it, with the facts that it returns elsewhere. */
interface GivenSheet {
  readonly name: string;
  readonly sheet: unknown;
  readonly facts: unknown;
}

/** Validates a sheet that SheetJS returned in dense form. Values of unexpected types are omitted. */
function checkSheet({ name, sheet, facts }: GivenSheet, limits: SheetLimits): CheckedSheet {
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

/** A SheetJS cell with validated value types. */
export interface CheckedCell {
  /** From 1. */
  readonly column: number;
  /** For errors, the value is the error text, such as `#N/A`. */
  readonly kind: "text" | "number" | "boolean" | "error" | "empty";
  readonly value: string | number | boolean;
  /** The number format code. */
  readonly format: string | undefined;
  /** The formula without the `=`, if any. */
  readonly formula?: string;
  /** The cells that an array formula fills. */
  readonly fills?: CellRange;
  readonly comments?: readonly { readonly author: string; readonly text: string }[];
  /** The target of its link. */
  readonly link?: string;
}

type CheckedValue = Pick<CheckedCell, "kind" | "value">;

/** Checks a cell that SheetJS returned; `undefined` if it has nothing to show. */
function checkCell(cell: unknown, column: number): CheckedCell | undefined {
  const given = recordOf(cell);
  const { kind, value } = checkValue(given["t"], given["v"]);
  const extras = checkExtras(given);
  if (kind === "empty" && extras === undefined) return undefined;
  const checked = { column, kind, value, format: stringOf(given["z"]) };
  return extras === undefined ? checked : { ...checked, ...extras };
}

const nothing: CheckedValue = { kind: "empty", value: "" };

/** Error texts by code ([MS-XLS] 2.5.10). */
const errors: ReadonlyMap<unknown, string> = new Map([
  [0x00, "#NULL!"],
  [0x07, "#DIV/0!"],
  [0x0f, "#VALUE!"],
  [0x17, "#REF!"],
  [0x1d, "#NAME?"],
  [0x24, "#NUM!"],
  [0x2a, "#N/A"],
]);

function checkValue(type: unknown, value: unknown): CheckedValue {
  if (type === "z" || value === undefined || value === null || value === "") return nothing;
  if (type === "e") return { kind: "error", value: errors.get(value) ?? stringOf(value) ?? "#ERROR!" };
  if (type === "b") return { kind: "boolean", value: Boolean(value) };
  return checkPlainValue(value);
}

function checkPlainValue(value: unknown): CheckedValue {
  if (typeof value === "boolean") return { kind: "boolean", value };
  if (typeof value === "string") return { kind: "text", value };
  if (typeof value !== "number") return nothing;
  // Programs show this error for bytes that are not a number.
  return Number.isFinite(value) ? { kind: "number", value } : { kind: "error", value: "#NUM!" };
}

type CheckedExtras = Pick<CheckedCell, "formula" | "fills" | "comments" | "link">;

function checkExtras({ f, F, c, l }: Readonly<Record<string, unknown>>): CheckedExtras | undefined {
  const formula = cellFormula(f);
  const comments = arrayOf(c);
  const link = linkOf(l);
  if (formula === undefined && link === "" && comments.length === 0) return undefined;
  return {
    ...(formula === undefined ? {} : { formula, ...filledBy(stringOf(F)) }),
    ...(comments.length === 0 ? {} : { comments: comments.map(checkComment) }),
    ...(link === "" ? {} : { link }),
  };
}

function linkOf(value: unknown): string {
  return value === undefined ? "" : (stringOf(recordOf(value)["Target"]) ?? "");
}

function filledBy(range = ""): Pick<CheckedCell, "fills"> {
  const fills = parseRange(range);
  return fills === undefined ? {} : { fills };
}

/** SheetJS writes the word `undefined` for a formula that it cannot read. */
function cellFormula(value: unknown): string | undefined {
  return value === "" || value === "undefined" ? undefined : stringOf(value);
}

/** The author that SheetJS makes up for comments of old files, which have none. */
const madeUpAuthor = "SheetJ5";

function checkComment(value: unknown): { readonly author: string; readonly text: string } {
  const { a: author, t: text } = recordOf(value);
  const written = stringOf(author) ?? "";
  return { author: written === madeUpAuthor ? "" : written, text: stringOf(text) ?? "" };
}

// SheetJS values from a damaged file can have any type. These functions return the expected type or an empty value.

/** Returns an object with unknown fields; empty for any other value. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns an own property, so that names from a file, such as `constructor`, find nothing inherited. */
function fieldOf(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns an array, which may be sparse; empty for any other value. */
function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a string, or `undefined` for any other value. */
function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * Returns the integer keys of an array in ascending order. A few bytes of a file can give an array a length of four
 * billion, or a key beyond the last index, so only existing keys are visited.
 */
function keysOf(values: readonly unknown[]): readonly number[] {
  return Object.keys(values).map(Number).filter(Number.isSafeInteger);
}

/** Length up to which visiting every index of an array is faster. */
const shortArray = 256;

/** Returns the indices of existing elements in ascending order. */
function indicesOf(values: readonly unknown[]): readonly number[] {
  if (values.length > shortArray) return keysOf(values);
  const indices: number[] = [];
  for (let index = 0; index < values.length; index += 1) if (values[index] !== undefined) indices.push(index);
  return indices;
}
