import { csvField } from "@reader/core/internal";
import { type Cell, shownFormula } from "@reader/document/tables";
import type { Row, SheetLayout } from "../workbook.ts";
import type { RowSlice } from "./row-slices.ts";
import type { RowWriter } from "./row-writer.ts";

/** Options for writing rows as CSV. */
export interface CsvOptions {
  readonly withFormulas: boolean;
  /** The column of the first field of each line, from 1. */
  readonly firstColumn: number;
  /** Columns without a field. Rows have no cells in them. */
  readonly omittedColumns: SheetLayout["hiddenColumns"];
}

/** Numbers of rows and of their characters after which the widest row sets the number of fields of a line. */
const measuredRows = 256;
const measuredCharacters = 1_000_000;

/** Maximum number of fields that a line is filled up to. One far cell must not cost every line thousands of commas. */
const maxFilledFields = 1024;

/**
 * Creates a writer of CSV (RFC 4180): commas, quotes where they are needed, line ends of cells kept. Lines have no row
 * numbers, and rows without cells are left out. A line has as many fields as the widest of the first rows, or more.
 */
export function createCsvWriter(options: CsvOptions): RowWriter {
  const waiting: Row[] = [];
  let waitingCharacters = 0;
  let fields: number | undefined;
  const lines = (rows: readonly Row[]): string => {
    fields ??= rows.reduce((most, { cells }) => Math.max(most, fieldOf(cells.at(-1)?.column ?? 0, options)), 0);
    const filled = Math.min(maxFilledFields, fields);
    return rows.map((row) => csvLine(row, filled, options)).join("");
  };
  return {
    write({ rows, characters }: RowSlice) {
      const full = rows.filter(({ cells }) => cells.length > 0);
      if (fields !== undefined) return lines(full);
      for (const each of full) waiting.push(each);
      waitingCharacters += characters;
      const isMeasured = waiting.length >= measuredRows || waitingCharacters >= measuredCharacters;
      return isMeasured ? lines(waiting.splice(0)) : "";
    },
    join: () => undefined,
    end: () => lines(waiting.splice(0)),
  };
}

/** Returns the position of a column in a line, from 1. */
function fieldOf(column: number, { firstColumn, omittedColumns }: CsvOptions): number {
  const omitted = omittedColumns.reduce((sum, { first, last }) => {
    return sum + Math.max(0, Math.min(last, column) - Math.max(first, firstColumn) + 1);
  }, 0);
  return column - firstColumn + 1 - omitted;
}

function csvLine({ cells }: Row, fields: number, options: CsvOptions): string {
  let line = "";
  let field = 1;
  for (const cell of cells) {
    const own = fieldOf(cell.column, options);
    line += ",".repeat(Math.max(0, own - field)) + csvField(options.withFormulas ? valueAndFormula(cell) : cell.text);
    field = own;
  }
  return `${line}${",".repeat(Math.max(0, fields - field))}\n`;
}

function valueAndFormula({ text, formula }: Cell): string {
  if (formula === undefined) return text;
  return `${text}${text === "" ? "" : " "}{=${shownFormula(formula)}}`;
}
