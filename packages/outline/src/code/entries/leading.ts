import type { LineTable } from "../../model/line-table.ts";
import { withoutAttributes } from "./signature.ts";

/** Maximum number of lines above a declaration that can belong to it. */
const maxLeadingLines = 500;

/** Maximum number of lines of one attribute. */
const maxAttributeLines = 60;

/**
 * Returns the first line of the comments and attributes directly above a declaration. They must start in its column, or
 * they belong to the code above.
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

/** Returns the start of the comment or attribute that ends in this line, or `undefined`. */
function leadStart(lines: LineTable, { line, lowest, column, leads }: Place): number | undefined {
  const text = lines.textOf(line);
  const words = text.trim();
  if (words.endsWith("*/")) return blockStart(lines, line, lowest);
  if (words === "" || words.startsWith("#!")) return undefined;
  if (columnOf(text) === column && leads.test(words)) return isAlone(words, leads) ? line : undefined;
  return /[)\]]$/.test(words) ? attributeStart(lines, { line, lowest, column, leads }) : undefined;
}

/** True for a comment, or for attributes without a declaration on the same line (unlike `@Input() name: string;`). */
function isAlone(words: string, leads: RegExp): boolean {
  const isAttribute = /^[@[]/.test(words) || (words.startsWith("#[") && !leads.test("# "));
  return !isAttribute || /^(?:;|\/[/*])/.test(withoutAttributes(`${words} ;`).trimStart());
}

/** Returns the start of the multi-line attribute that ends in this line. */
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

/** Returns the start of the block comment that ends in this line, if nothing precedes it on its first line. */
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
