import type { DiagramLine } from "./diagram-text.ts";

/** The lines of a diagram as a list, with what it is before it; nothing where it has no words. Ends with a newline. */
export function diagramMarkdown(lines: readonly DiagramLine[]): string {
  if (lines.length === 0) return "";
  return `[diagram]\n\n${lines.map(({ level, text }) => `${"  ".repeat(level)}- ${text}\n`).join("")}`;
}
