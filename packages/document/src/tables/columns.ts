import { columnLetters } from "./addresses.ts";
import { startsWithHeader, titleRowsIn } from "./header-row.ts";
import type { ProfiledCell } from "./profiled-cell.ts";

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
  /** How many of those are no names of columns, but a title above them; absent for none. */
  readonly titleRows?: number;
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
  /** Whether a title may stand above the header. */
  readonly mayHaveTitle?: boolean;
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
      const titleRows = options.mayHaveTitle === true ? titleRowsIn(rows) : 0;
      const found = titleRows > 0 ? titleRows + 1 : Number(startsWithHeader(rows));
      const headerRows = Math.min(options.headerRows ?? found, rows.length);
      const isTitled = titleRows > 0 && titleRows < headerRows;
      const body = rows.slice(headerRows);
      const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
      const columns = Array.from({ length: width }, (_, index) => {
        const name = nameOf(rows.slice(isTitled ? titleRows : 0, headerRows), index);
        return {
          column: columnLetters(index + (options.firstColumn ?? 1)),
          ...(name === "" ? {} : { name }),
          ...factsOf(body.map((row) => row[index])),
        };
      });
      return { rows: body.length, headerRows, ...(isTitled ? { titleRows } : {}), columns };
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
