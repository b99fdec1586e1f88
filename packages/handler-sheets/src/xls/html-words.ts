/** Stands for the end of a line in words that are collected. */
export const lineEnd = "\u2028";

/** Elements that end a line. */
const blocks: ReadonlySet<string> = new Set("br p div li h1 h2 h3 h4 h5 h6 tr caption".split(" "));

/** Whether a line ends where such an element begins and ends. */
export function endsLine(name: string): boolean {
  return blocks.has(name);
}

/** White space of markup means nothing but room between words; lines end where elements end them. */
export function shownWords(words: string): string {
  const lines = words.split(lineEnd).map((line) => line.replaceAll(/[\s\u00a0]+/g, " ").trim());
  return lines.filter((line) => line !== "").join("\n");
}
