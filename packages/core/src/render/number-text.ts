import { gutterOf, type Gutter } from "./gutter.ts";

/** Puts the gutter before every line of a text; `firstLine` is the number of its first. An empty text is one line. */
export function numberText(text: string, firstLine: number, gutter: Gutter): string {
  if (gutter === "none") return text;
  let line = firstLine;
  return gutterOf(gutter, line) + text.replaceAll("\n", () => `\n${gutterOf(gutter, (line += 1))}`);
}
