/** What a finished text looks like. */
export interface Written {
  /** As blocks, one below the other. */
  readonly flow: string;
  /** In one line, as the cells of tables need it. */
  readonly inline: string;
}

/** Lines of blocks as one line: what is between blocks is a line break. */
export function inlineOf(flow: string): string {
  if (!flow.includes("\n")) return flow.trim();
  const lines = flow.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("<br>");
}

/** Without newlines before the first line and behind the last one. */
export function withoutEmptyEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "\n") start += 1;
  while (end > start && text[end - 1] === "\n") end -= 1;
  return text.slice(start, end);
}
