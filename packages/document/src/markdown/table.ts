/** A table as Markdown has one: a row of headers, and rows of cells, which may be shorter than the widest. */
export interface TableRows {
  /** Empty cells where the table has no header. */
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The lines of a table, ending with a newline; nothing where it has no cell. */
export function tableMarkdown({ header, rows }: TableRows): string {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  if (columns === 0) return "";
  const lines = [tableRow(header, columns), `|${"---|".repeat(columns)}`, ...rows.map((row) => tableRow(row, columns))];
  return `${lines.join("\n")}\n`;
}

/** One line of a table, without a newline, padded with empty cells to so many columns. */
export function tableRow(cells: readonly string[], columns: number = cells.length): string {
  let line = "|";
  for (let at = 0; at < Math.max(columns, cells.length); at += 1) line += ` ${tableCell(cells[at] ?? "")} |`;
  return line;
}

/** A cell is one line, and its bars are not those of the table. */
export function tableCell(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("|", String.raw`\|`);
}
