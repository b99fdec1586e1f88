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

const digits = String.raw`(?:\d+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:[.'\u00A0\u202F ]\d{3})+(?:[.,]\d+)?|[.,]\d+)`;
const currency = "[$€£¥]";
const number = new RegExp(
  `^(?:[-+]?${digits}(?:e[-+]?\\d+)?\\s?%?|[-+]?${currency}\\s?[-+]?${digits}|[-+]?${digits}\\s?${currency})$`,
  "i",
);

const dayDigits = String.raw`\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})`;
const month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";
const dayWords = String.raw`\d{1,2}[-\s]${month}[-,\s]\s?(?:\d{4}|\d{2})|${month}\s\d{1,2},?\s\d{4}`;
const time = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]m)?`;
const date = new RegExp(`^(?:(?:${dayDigits}|${dayWords})(?:[T ]${time}(?:z|[-+]\\d{2}:?\\d{2})?)?|${time})$`, "i");
const truth = /^(?:true|false)$/i;

/** Characters from which a value is text without looking. */
const maxValueCharacters = 40;

/**
 * What a value is by its words alone, as in CSV; a time of day counts as a date, as in workbooks. Numbers that start
 * with a zero are identifiers, and text.
 */
export function kindOfText(text: string): Cell["kind"] {
  const value = text.trim();
  if (value === "" || value.length > maxValueCharacters) return "text";
  if (number.test(value)) return /^[-+]?0\d/.test(value) ? "text" : "number";
  if (date.test(value)) return "date";
  return truth.test(value) ? "boolean" : "text";
}
