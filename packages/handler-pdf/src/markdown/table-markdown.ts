import type { Table } from "../model/page-content.ts";
import { singleSpaced } from "../model/plain-signs.ts";

/**
 * The table as Markdown, ending with a newline. The first row stands in the header where the table has one; else the
 * header cells are empty, as Markdown knows no table without. Further header rows follow as rows of their own.
 */
export function tableMarkdown(table: Table): string {
  const columns = table.rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return "";
  const first = table.headerRows > 0 ? (table.rows[0] ?? []) : [];
  const body = table.headerRows > 0 ? table.rows.slice(1) : table.rows;
  const lines = [markdownRow(first, columns), `|${"---|".repeat(columns)}`];
  for (const row of body) lines.push(markdownRow(row, columns));
  return `${lines.join("\n")}\n`;
}

function markdownRow(cells: readonly string[], columns: number): string {
  const padded = [...cells, ...Array.from({ length: columns - cells.length }, () => "")];
  return `| ${padded.map(markdownCell).join(" | ")} |`;
}

/** A cell is one line, and its bars are not those of the table. */
function markdownCell(text: string): string {
  const line = singleSpaced(text);
  return line.includes("|") ? line.replaceAll("|", String.raw`\|`) : line;
}
