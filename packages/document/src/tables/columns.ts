import { columnLetters } from "./addresses.ts";
import { type DecimalMark, decimalMarkOf, isWhole, numberOf } from "./decimal-mark.ts";
import { startsWithHeader, titleRowsIn } from "./header-row.ts";
import type { ProfiledCell } from "./cells.ts";

/** The type of the values of a column: `mixed` for several types, `empty` for no values. */
export type ColumnType = "integer" | "number" | "date" | "boolean" | "text" | "mixed" | "empty";

/** Facts of a column, from the sampled rows without the header. */
export interface ColumnFacts {
  /** The letters of the column, such as `A`. */
  readonly column: string;
  /** The header; absent if the table has none. */
  readonly name?: string;
  readonly type: ColumnType;
  /** The number of different values. */
  readonly distinct: number;
  /** The number of rows without a value. */
  readonly empty: number;
  /** The smallest and the largest value as displayed, of columns of numbers and of dates that begin with the year. */
  readonly min?: string;
  readonly max?: string;
}

/** Facts of the columns of a table. */
export interface TableFacts {
  /** The number of sampled rows, without headers. */
  readonly rows: number;
  /** The number of header rows at the top. */
  readonly headerRows: number;
  /** The number of header rows that are a title above the column names; absent for none. */
  readonly titleRows?: number;
  /** The decimal mark of the table, if a number shows that it is a comma. */
  readonly decimalMark?: ",";
  readonly columns: readonly ColumnFacts[];
}

/** Collects rows, then describes their columns. */
export interface ColumnProfile {
  /** Adds a row. Cells without a value are `undefined` or have empty text. */
  add(row: readonly (ProfiledCell | undefined)[]): void;
  /** The number of added rows. */
  readonly rowCount: number;
  finish(): TableFacts;
}

/** Known properties of a table. */
export interface ColumnProfileOptions {
  /** The number of header rows, if the file stores it. Otherwise it is inferred. */
  readonly headerRows?: number | undefined;
  /** True if a title may precede the header. */
  readonly mayHaveTitle?: boolean;
  /** The number of the first column, from 1. Default 1. */
  readonly firstColumn?: number;
}

/** Maximum number of columns described; a sheet may have 16 384. */
const maxColumns = 256;

/** Maximum number of characters of a header. */
const maxNameCharacters = 200;

/** Creates an empty profile. It keeps all rows, so add a sample and not a whole file. */
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
      const decimalMark = decimalMarkOf(body.flat());
      const columns = Array.from({ length: width }, (_, index) => {
        const name = nameOf(rows.slice(isTitled ? titleRows : 0, headerRows), index);
        return {
          column: columnLetters(index + (options.firstColumn ?? 1)),
          ...(name === "" ? {} : { name }),
          ...factsOf(
            body.map((row) => row[index]),
            decimalMark,
          ),
        };
      });
      return {
        rows: body.length,
        headerRows,
        ...(isTitled ? { titleRows } : {}),
        ...(decimalMark === "," ? { decimalMark } : {}),
        columns,
      };
    },
  };
}

/** Joins the header rows of a column from top to bottom. */
function nameOf(headers: readonly (readonly (ProfiledCell | undefined)[])[], index: number): string {
  const words = headers.map((row) => row[index]?.text.trim() ?? "").filter((word) => word !== "");
  return words.join(" ").replace(/\s+/gu, " ").slice(0, maxNameCharacters);
}

/** A column with numbers of its own mark, such as prices of another country, decides for itself. */
function factsOf(
  cells: readonly (ProfiledCell | undefined)[],
  markOfTable: DecimalMark | undefined,
): Omit<ColumnFacts, "column" | "name"> {
  const mark = markOfTable ?? decimalMarkOf(cells);
  const values = new Set<string>();
  const types = new Set<ColumnType>();
  let empty = 0;
  for (const cell of cells) {
    if (cell === undefined || cell.text === "") {
      empty += 1;
    } else {
      values.add(cell.text);
      types.add(typeOf(cell, mark));
    }
  }
  const type = commonType(types);
  return { type, distinct: values.size, empty, ...extremesOf(type, values, mark) };
}

/** Returns the smallest and the largest value; neither if the order of a value is unknown. */
function extremesOf(
  type: ColumnType,
  values: ReadonlySet<string>,
  mark: DecimalMark | undefined,
): Pick<ColumnFacts, "min" | "max"> {
  const orderOf = orders[type];
  if (orderOf === undefined) return {};
  const ordered: Ordered[] = [];
  for (const text of values) {
    const order = orderOf(text, mark);
    if (order !== undefined) ordered.push({ order, text });
    // The error of a failed calculation does not hide the other values.
    else if (!text.startsWith("#")) return {};
  }
  if (ordered.length === 0) return {};
  const min = ordered.reduce((least, each) => (each.order < least.order ? each : least));
  const max = ordered.reduce((most, each) => (each.order > most.order ? each : most));
  return { min: min.text, max: max.text };
}

interface Ordered {
  readonly order: number | string;
  readonly text: string;
}

type OrderOf = (text: string, mark: DecimalMark | undefined) => number | string | undefined;

const orders: Readonly<Partial<Record<ColumnType, OrderOf>>> = {
  integer: numberOf,
  number: numberOf,
  date: (text) => (isoDay.test(text) ? text : undefined),
};

const isoDay = /^\d{4}-\d\d-\d\d(?:$|[ T]\d\d:)/;

function commonType(types: Set<ColumnType>): ColumnType {
  // An error is a failed calculation; it says nothing about the column.
  if (types.size > 1) types.delete("empty");
  if (types.size === 2 && types.has("integer") && types.has("number")) return "number";
  const [only = "empty"] = types;
  return types.size > 1 ? "mixed" : only;
}

function typeOf({ text, kind }: ProfiledCell, mark: DecimalMark | undefined): ColumnType {
  switch (kind) {
    case "number":
      return isWhole(text, mark) ? "integer" : "number";
    case "error":
      return "empty";
    case "text":
    case "date":
    case "boolean":
      return kind;
  }
}
