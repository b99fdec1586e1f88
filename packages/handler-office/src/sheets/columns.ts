import { columnLetters } from "./addresses.ts";
import type { Cell } from "./workbook.ts";

/** A value of a table: its text as shown, and what it is. */
export type ProfiledCell = Pick<Cell, "text" | "kind">;

/** What the values of a column are; `mixed` where they are of several kinds, `empty` where there is none. */
export type ColumnType = "integer" | "number" | "date" | "boolean" | "text" | "mixed" | "empty";

/** What is known of a column from the rows that were looked at, its header not among them. */
export interface ColumnFacts {
  /** Its letters: `A`. */
  readonly column: string;
  /** What its header says; absent where there is no header. */
  readonly name?: string;
  readonly type: ColumnType;
  /** How many different values there are. */
  readonly distinct: number;
  /** How many rows have nothing there. */
  readonly empty: number;
}

/** What was found out about the columns of a table. */
export interface TableFacts {
  /** How many rows were looked at, headers not counted. */
  readonly rows: number;
  /** How many rows at the top are headers. */
  readonly headerRows: number;
  readonly columns: readonly ColumnFacts[];
}

/** Takes rows, then tells of their columns. */
export interface ColumnProfile {
  /** A row from its first column on; places without a value are undefined or of empty text. */
  add(row: readonly (ProfiledCell | undefined)[]): void;
  /** How many rows were added. */
  readonly rowCount: number;
  finish(): TableFacts;
}

/** What is known of a table beforehand. */
export interface ColumnProfileOptions {
  /** How many of the first rows are headers, where the file says so; otherwise that is found out. */
  readonly headerRows?: number | undefined;
  /** The number of the first column, from 1; 1 where not given. */
  readonly firstColumn?: number;
}

/** Columns that are told of: a sheet may have 16 384. */
const maxColumns = 256;

/** Characters of a header that are shown. */
const maxNameCharacters = 200;

/** Starts with no rows. It keeps what it is given: add a sample, not a whole file. */
export function createColumnProfile(options: ColumnProfileOptions = {}): ColumnProfile {
  const rows: (readonly (ProfiledCell | undefined)[])[] = [];
  return {
    add: (row) => void rows.push(row.slice(0, maxColumns)),
    get rowCount() {
      return rows.length;
    },
    finish() {
      const headerRows = Math.min(options.headerRows ?? (startsWithHeader(rows) ? 1 : 0), rows.length);
      const body = rows.slice(headerRows);
      const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
      const columns = Array.from({ length: width }, (_, index) => {
        const name = nameOf(rows.slice(0, headerRows), index);
        return {
          column: columnLetters(index + (options.firstColumn ?? 1)),
          ...(name === "" ? {} : { name }),
          ...factsOf(body.map((row) => row[index])),
        };
      });
      return { rows: body.length, headerRows, columns };
    },
  };
}

/** Headers of two rows are read from top to bottom. */
function nameOf(headers: readonly (readonly (ProfiledCell | undefined)[])[], index: number): string {
  const words = headers.map((row) => row[index]?.text.trim() ?? "").filter((word) => word !== "");
  return words.join(" ").replace(/\s+/gu, " ").slice(0, maxNameCharacters);
}

function factsOf(cells: readonly (ProfiledCell | undefined)[]): Pick<ColumnFacts, "type" | "distinct" | "empty"> {
  const values = new Set<string>();
  const types = new Set<ColumnType>();
  let empty = 0;
  for (const cell of cells) {
    if (cell === undefined || cell.text === "") {
      empty += 1;
    } else {
      values.add(cell.text);
      types.add(typeOf(cell));
    }
  }
  return { type: commonType(types), distinct: values.size, empty };
}

function commonType(types: Set<ColumnType>): ColumnType {
  // An error is a value that could not be worked out; it says nothing of the column.
  if (types.size > 1) types.delete("empty");
  if (types.size === 2 && types.has("integer") && types.has("number")) return "number";
  const [only = "empty"] = types;
  return types.size > 1 ? "mixed" : only;
}

const wholeNumber = /^[-+(]?[^\d.,]*(?:\d+|\d{1,3}(?:[,.'\u00a0\u202f ]\d{3})+)[^\d.,]*$/;

function typeOf({ text, kind }: ProfiledCell): ColumnType {
  switch (kind) {
    case "number":
      return wholeNumber.test(text) && !text.includes("%") ? "integer" : "number";
    case "error":
      return "empty";
    case "text":
    case "date":
    case "boolean":
      return kind;
  }
}

/**
 * Whether the first row names the columns: all its values are words, all different, next to no column is without one,
 * and none of them comes again below itself.
 */
export function startsWithHeader(rows: readonly (readonly (ProfiledCell | undefined)[])[]): boolean {
  const [first = [], ...body] = rows;
  if (body.length === 0) return false;
  const names = first.filter((cell) => cell !== undefined && cell.text !== "");
  const width = body.slice(0, 20).reduce((most, row) => Math.max(most, row.length), 0);
  if (names.length === 0 || names.length < width / 2) return false;
  if (names.some((cell) => cell?.kind !== "text")) return false;
  if (new Set(names.map((cell) => cell?.text.toLowerCase())).size < names.length) return false;
  return first.every(
    (cell, index) => (cell?.text ?? "") === "" || body.every((row) => row[index]?.text !== cell?.text),
  );
}

const number =
  /^[-+]?(?:\d+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d+)?|[.,]\d+)(?:e[-+]?\d+)?%?$/i;
const date =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]m|z|[-+]\d{2}:?\d{2})?)?$/i;
const truth = /^(?:true|false)$/i;

/** Characters from which a value is text without looking. */
const maxValueCharacters = 40;

/** What a value is by its words alone, as in CSV. Numbers that start with a zero are identifiers, and text. */
export function kindOfText(text: string): Cell["kind"] {
  const value = text.trim();
  if (value === "" || value.length > maxValueCharacters) return "text";
  if (number.test(value)) return /^[-+]?0\d/.test(value) ? "text" : "number";
  if (date.test(value)) return "date";
  return truth.test(value) ? "boolean" : "text";
}
