import type { LineTable } from "../line-table.ts";

/** Lines above a declaration that are looked at for what belongs to it. */
const maxLeadingLines = 500;

/**
 * The first line of what stands directly above a declaration and belongs to it: comments, and attributes that are no
 * part of it in the grammar. They begin at its own column, or they belong to what is above.
 */
export function leadingLine(lines: LineTable, first: number, leads: RegExp): number {
  const column = columnOf(lines.textOf(first));
  const lowest = Math.max(1, first - maxLeadingLines);
  let line = first;
  while (line > lowest) {
    const start = leadStart(lines, { line: line - 1, lowest, column, leads });
    if (start === undefined) break;
    line = start;
  }
  return line;
}

interface Place {
  readonly line: number;
  readonly lowest: number;
  readonly column: number;
  readonly leads: RegExp;
}

/** Where the comment or attribute begins that ends in this line; undefined where none does. */
function leadStart(lines: LineTable, { line, lowest, column, leads }: Place): number | undefined {
  const text = lines.textOf(line);
  const words = text.trim();
  if (words.endsWith("*/")) return blockStart(lines, line, lowest);
  if (!leads.test(words) || columnOf(text) !== column || words.startsWith("#!")) return undefined;
  return line;
}

/** Where the block comment begins that ends in this line, if nothing stands before it on its line. */
function blockStart(lines: LineTable, last: number, lowest: number): number | undefined {
  for (let line = last; line >= lowest; line -= 1) {
    const text = lines.textOf(line);
    const at = text.indexOf("/*");
    if (at >= 0) return text.slice(0, at).trim() === "" ? line : undefined;
  }
  return undefined;
}

function columnOf(text: string): number {
  return text.length - text.trimStart().length;
}
