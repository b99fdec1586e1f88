import type { DiagramLine } from "./diagram-text.ts";

/**
 * Returns the text of a diagram as a list after a description, or an empty string if it has no text. Ends with a
 * newline.
 */
export function diagramMarkdown(lines: readonly DiagramLine[]): string {
  if (lines.length === 0) return "";
  return `[diagram]\n\n${lines.map(({ level, text }) => `${"  ".repeat(level)}- ${text}\n`).join("")}`;
}
