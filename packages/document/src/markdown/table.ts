/** A Markdown table: a header row, and rows that may be shorter than the widest one. */
export interface TableRows {
  /** Empty if the table has no header. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns the lines of a table, ending with a newline, or an empty string if it has no cells. */
export function tableMarkdown({ header, rows }: TableRows): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  if (columns === 0) return "";
  const lines = [tableRow(header, columns), `|${"---|".repeat(columns)}`, ...rows.map((row) => tableRow(row, columns))];
  return `${lines.join("\n")}\n`;
}

/**
 * Returns one line of a table, without a newline, filled up with empty cells to `columns`. There are no spaces around
 * cells: they cost a model tokens and carry nothing.
 */
export function tableRow(cells: readonly string[], columns: number = cells.length): string {
  let line = "|";
  for (let at = 0; at < Math.max(columns, cells.length); at += 1) line += `${tableCell(cells[at] ?? "")}|`;
  return line;
}

/**
 * Returns the text of a cell on one line, with escaped bars. A space follows a backslash at its end, which would escape
 * the bar after the cell.
 */
export function tableCell(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("|", String.raw`\|`)
    .replace(/\\$/u, "\\ ");
}
