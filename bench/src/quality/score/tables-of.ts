import type { Table } from "./table-similarity.ts";

/**
 * The tables of a Markdown text: two lines or more between bars that follow each other, without the line of dashes and
 * without empty rows, such as the head that Markdown demands of a table without one. Bars in fenced code draw no table.
 */
export function markdownTables(markdown: string): readonly Table[] {
  const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/u.test(line);
  return runsOf(markdown.replace(/^(`{3,})[^`\n]*\n[^]*?^\1$/gmu, "").split("\n"), isRow)
    .filter(({ length }) => length > 1)
    .map((lines) => lines.map(barredCells).filter((cells) => !cells.every((cell) => /^:?-+:?$/u.test(cell))))
    .map((rows) => rows.map((row) => row.map(comparable)).filter((row) => row.some((cell) => cell !== "")));
}

/**
 * The tables of a text that keeps the layout in blanks, as a reader would cut them: two lines or more that have wide
 * gaps, empty lines between them allowed, with a cell between the gaps.
 */
export function layoutTables(text: string): readonly Table[] {
  const lines = text
    .split(/[\n\f]/u)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return runsOf(lines, (line) => wideGap.test(line))
    .filter(({ length }) => length > 1)
    .map((rows) => rows.map((line) => line.split(wideGap).map(comparable)));
}

const wideGap = /\s{2,}/u;

/** Lines of one kind that follow each other. */
function runsOf(lines: readonly string[], belongs: (line: string) => boolean): readonly (readonly string[])[] {
  const runs: string[][] = [];
  let open: string[] | undefined;
  for (const line of lines) {
    if (!belongs(line)) {
      open = undefined;
      continue;
    }
    if (open === undefined) runs.push((open = []));
    open.push(line);
  }
  return runs;
}

function barredCells(line: string): readonly string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());
}

/** A text without spaces, marks of Markdown and tags. */
export function comparable(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/<[^>]+>|[*_`\\]/gu, "")
    .replace(/\s+/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}
