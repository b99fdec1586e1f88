import { parseRange, type CellRange } from "@reader/document/tables";
import { arrayOf, recordOf, stringOf } from "./checked-values.ts";

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
export function checkCell(cell: unknown, column: number): CheckedCell | undefined {
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
  const formula = formulaOf(f);
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
function formulaOf(value: unknown): string | undefined {
  return value === "" || value === "undefined" ? undefined : stringOf(value);
}

function checkComment(value: unknown): { readonly author: string; readonly text: string } {
  const { a: author, t: text } = recordOf(value);
  return { author: stringOf(author) ?? "", text: stringOf(text) ?? "" };
}
