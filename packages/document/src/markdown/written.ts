/** Finished text in two layouts. */
export interface Written {
  /** As blocks, separated by newlines. */
  readonly flow: string;
  /** On one line, for table cells. */
  readonly inline: string;
}

/** Joins the lines of blocks into one, with `<br>` between them. */
export function inlineOf(flow: string): string {
  if (!flow.includes("\n")) return flow.trim();
  const lines = flow.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("<br>");
}

/** Removes newlines before the first line and after the last one. */
export function withoutEmptyEnds(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "\n") start += 1;
  while (end > start && text[end - 1] === "\n") end -= 1;
  return text.slice(start, end);
}
