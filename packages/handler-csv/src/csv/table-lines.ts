import { csvRecord } from "@reader/core/internal";
import { columnLetters, cellText } from "@reader/document/tables";

/** A row of a table, split into fields. */
export interface TableRow {
  /** The number of the row, from 1. */
  readonly row: number;
  readonly fields: readonly string[];
}

/**
 * Returns the header of a Markdown table: an empty cell above the row numbers, then the names or letters of the
 * columns.
 */
export function headLines(names: readonly string[], columns: readonly number[]): string {
  const heads = columns.map((column) => {
    const name = cellText(names[column - 1] ?? "");
    return `${name === "" ? columnLetters(column) : name}|`;
  });
  return `| |${heads.join("")}\n|-|${"-|".repeat(columns.length)}\n`;
}

/** Returns a line for each row, its number first, with all fields or those of some columns. */
export function rowLines(rows: readonly TableRow[], columns: readonly number[] | undefined): string {
  let lines = "";
  for (const { row, fields } of rows) {
    lines += `|${row}|`;
    if (columns === undefined) for (const field of fields) lines += `${cellText(field)}|`;
    else for (const column of columns) lines += `${cellText(fields[column - 1] ?? "")}|`;
    lines += "\n";
  }
  return lines;
}

/** Returns a line of CSV for each row, with all fields or those of some columns. */
export function csvLines(rows: readonly Pick<TableRow, "fields">[], columns: readonly number[] | undefined): string {
  return rows
    .map(({ fields }) => `${csvRecord(columns?.map((column) => fields[column - 1] ?? "") ?? fields)}\n`)
    .join("");
}
