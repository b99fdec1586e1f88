// Types that every sheet reader (XLSX, XLS, XLSB, ODS) produces and the sheet writer accepts.

/** A rectangle of cells. Rows and columns count from 1; both ends are included. */
export interface CellRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** A cell that is not empty. */
export interface Cell {
  /** From 1. */
  readonly column: number;
  /** The text as the program shows it: formatted dates, percentages, currencies; `TRUE`, `#DIV/0!`. */
  readonly text: string;
  readonly kind: "text" | "number" | "date" | "boolean" | "error";
  /** The formula without its `=`; absent if the cell has none. */
  readonly formula?: string;
  /** True for a formula without a stored value, because no program has calculated it. */
  readonly isUncalculated?: true;
}

/** A value of a table: its displayed text and its kind. */
export type ProfiledCell = Pick<Cell, "text" | "kind">;

/** The largest sheet: 2^20 rows and 2^14 columns (ECMA-376-1, 18.3.1.73). ODS sets no limit. */
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

/** Maximum number of characters of a value that is parsed; a longer one is text. */
const maxValueCharacters = 40;

/**
 * Infers the kind of a value from its text, as for CSV. A time of day counts as a date, as in workbooks. Numbers with a
 * leading zero are identifiers, and thus text.
 */
export function kindOfText(text: string): Cell["kind"] {
  const value = text.trim();
  if (value === "" || value.length > maxValueCharacters) return "text";
  if (number.test(value)) return /^[-+]?0\d/.test(value) ? "text" : "number";
  if (date.test(value)) return "date";
  return truth.test(value) ? "boolean" : "text";
}

/** Characters that would end a cell or a line in a Markdown table, and one that would escape the bar after the cell. */
const special = /[|\r\n\t\v\f\u2028\u2029]|\\$/;
const lineEnds = /\s*(?:\r\n|[\r\n\v\f\u2028\u2029])\s*/g;

/**
 * Returns the text of a cell on one line: bars are escaped, line ends become `<br>`, and a space follows a backslash at
 * its end.
 */
export function cellText(text: string): string {
  return special.test(text) ? escapeCell(text) : text;
}

function escapeCell(text: string): string {
  return text
    .trim()
    .replaceAll("\t", " ")
    .replaceAll("|", String.raw`\|`)
    .replace(lineEnds, "<br>")
    .replace(/\\$/, "\\ ");
}

/** Returns the value followed by its formula: `12.5 {=SUM(A1:A4)}`. */
export function cellWithFormula({ text, formula }: Cell): string {
  const value = cellText(text);
  if (formula === undefined) return value;
  return `${value}${value === "" ? "" : " "}{=${cellText(shownFormula(formula))}}`;
}

/** Matches quoted text and sheet names, which are kept, and the prefixes of functions newer than the file format. */
const prefixes = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\b_(?:xlfn|xlws|xlpm|xludf)\.(?!ANCHORARRAY\(|SINGLE\()/gi;
const spill = /_xlfn\.ANCHORARRAY\(([^()"']*)\)/gi;
const single = /_xlfn\.SINGLE\(([^()"']*)\)/gi;

/**
 * Returns a formula as Excel shows it. Files store newer functions as `_xlfn.XLOOKUP`, and `A1#` and `@A1` as functions
 * ([MS-XLSX] 2.2.2).
 */
export function shownFormula(formula: string): string {
  if (!/_xl/i.test(formula)) return formula;
  return formula
    .replace(prefixes, (found) => (found.startsWith("_") ? "" : found))
    .replace(spill, "$1#")
    .replace(single, "@$1");
}
