import type { FlowLine } from "../layout/flow.ts";

/** Lines of code with their indentation and the empty lines between them. */
export function codeLines(lines: readonly FlowLine[]): readonly string[] {
  const left = lines.reduce((least, line) => Math.min(least, line.box.x0), Infinity);
  const out: string[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined && line.box.y0 - before.box.y1 > 0.9 * Math.max(line.sizePt, before.sizePt)) out.push("");
    out.push(" ".repeat(indentOf(line, left)) + (line.raw === "" ? line.text : line.raw).trim());
  }
  return out;
}

const maxIndent = 120;

/** How many characters stand before the first one that is seen. */
function indentOf(line: FlowLine, left: number): number {
  const characterPt = (line.box.x1 - line.box.x0) / Math.max(1, line.raw.length);
  const spaces = line.raw.length - line.raw.trimStart().length;
  return Math.min(maxIndent, spaces + Math.round((line.box.x0 - left) / Math.max(1, characterPt)));
}

/** A fence longer than any in the code. */
export function fenceFor(lines: readonly string[]): string {
  const lengths = lines.map((line) => /^\s*(`{3,})/u.exec(line)?.[1]?.length ?? 0);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 2);
  return "`".repeat(longest + 1);
}
