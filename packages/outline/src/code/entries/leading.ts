import type { LineTable } from "../../model/line-table.ts";
import { withoutAttributes } from "./signature.ts";

/** Lines above a declaration that are looked at for what belongs to it. */
const maxLeadingLines = 500;

/** Lines that one attribute stands in. */
const maxAttributeLines = 60;

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
  if (words === "" || words.startsWith("#!")) return undefined;
  if (columnOf(text) === column && leads.test(words)) return isAlone(words, leads) ? line : undefined;
  return /[)\]]$/.test(words) ? attributeStart(lines, { line, lowest, column, leads }) : undefined;
}

/** Whether a line is a comment, or has attributes and nothing that they belong to: `@Input() name: string;` has. */
function isAlone(words: string, leads: RegExp): boolean {
  const isAttribute = /^[@[]/.test(words) || (words.startsWith("#[") && !leads.test("# "));
  return !isAttribute || /^(?:;|\/[/*])/.test(withoutAttributes(`${words} ;`).trimStart());
}

/** Where the attribute begins that ends in this line and stands in several. */
function attributeStart(lines: LineTable, { line, lowest, column, leads }: Place): number | undefined {
  const words = [lines.textOf(line).trim()];
  for (let above = line - 1; above >= Math.max(lowest, line - maxAttributeLines); above -= 1) {
    const text = lines.textOf(above);
    words.unshift(text.trim());
    if (text.trim() === "" || columnOf(text) > column) continue;
    const isAttribute = columnOf(text) === column && /^[@#[]/.test(words[0] ?? "") && leads.test(words[0] ?? "");
    return isAttribute && isAlone(words.join(" "), leads) ? above : undefined;
  }
  return undefined;
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
