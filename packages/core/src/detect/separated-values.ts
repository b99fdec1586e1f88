import type { MediaType } from "../contract/media-type.ts";

const minRows = 3;
const minColumns = 3;

/**
 * Recognises a table of values by rows of equally many columns. Strict, because prose has commas too: every row that is
 * there in full must have the same number, and no separator may be followed by a space throughout, as commas in prose are.
 */
export function separatedTypeOf(text: string, isWhole: boolean): MediaType | undefined {
  const rows = text.split(/\r\n?|\n/).filter((row) => row !== "");
  if (!isWhole) rows.pop();
  if (rows.length < minRows) return undefined;
  if (isTable(rows, "\t")) return "text/tab-separated-values";
  return isTable(rows, ",") || isTable(rows, ";") ? "text/csv" : undefined;
}

function isTable(rows: readonly string[], separator: string): boolean {
  const columns = rows.map((row) => columnsOf(row, separator));
  const [first = 0] = columns;
  if (first < minColumns || columns.some((count) => count !== first)) return false;
  return !rows.every((row) => row.includes(`${separator} `));
}

function columnsOf(row: string, separator: string): number {
  return row.replaceAll(/"(?:[^"]|"")*"/g, "").split(separator).length;
}
