import { columnLetters, cellText } from "@reader/document/tables";

/** A row of a table, split into its fields. */
export interface TableRow {
  /** From 1. */
  readonly row: number;
  readonly fields: readonly string[];
}

/** The head of a Markdown table: an empty cell over the row numbers, then names, or letters where there are none. */
export function headLines(names: readonly string[], columns: readonly number[]): string {
  const heads = columns.map((column) => {
    const name = cellText(names[column - 1] ?? "");
    return `${name === "" ? columnLetters(column) : name}|`;
  });
  return `| |${heads.join("")}\n|-|${"-|".repeat(columns.length)}\n`;
}

/** A line for each row, its number first; of all fields, or of those of some columns. */
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
