import { ReadError } from "@reader/core/handler";
import { arrayOf, fieldOf, recordOf, stringOf } from "./checked-values.ts";
import { checkSheet, type CheckedSheet, type SheetLimits } from "./checked-sheet.ts";
import { parseSafely } from "./parse-safely.ts";

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
