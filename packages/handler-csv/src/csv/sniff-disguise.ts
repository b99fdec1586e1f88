import type { MediaType } from "@reader/core/handler";

/** Web programs name CSV exports as workbooks, so that Excel opens them. */
const workbookName = /\.(?:xls|xlsx|xlsm|xlt)$/i;

const separators: readonly (readonly [string, MediaType])[] = [
  ["\t", "text/tab-separated-values"],
  [";", "text/csv"],
  [",", "text/csv"],
];

/** Maximum number of sampled lines. The last one may be incomplete. */
const maxLines = 20;

/**
 * Detects text tables with the file extension of a workbook, whose first lines have equally many separators, and tables
 * with a few zero bytes, which other detectors take for binary.
 */
export function sniffSeparatedWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (workbookName.test(name)) return typeOfEvenLines(linesOf(head));
  return tableName.test(name) && hasStrayZeros(head) ? typeOfMostLines(linesOf(head)) : undefined;
}

function linesOf(head: Uint8Array): readonly string[] {
  // ASCII letters and separators are the same in all encodings but UTF-16, where zeros separate them.
  const text = new TextDecoder("latin1").decode(head).replaceAll("\0", "");
  if (text.startsWith("<") || text.startsWith("PK")) return [];
  return text
    .split(/\r\n?|\n/)
    .slice(0, -1)
    .slice(0, maxLines)
    .filter((line) => line !== "");
}

function typeOfEvenLines(lines: readonly string[]): MediaType | undefined {
  if (lines.length < 2) return undefined;
  return separators.find(([separator]) => {
    const counts = new Set(lines.map((line) => line.split(separator).length));
    return counts.size === 1 && !counts.has(1);
  })?.[1];
}

/** If the file extension is that of a table, lines may differ in width and span several lines. */
function typeOfMostLines(lines: readonly string[]): MediaType | undefined {
  if (lines.length < 2) return undefined;
  return separators.find(
    ([separator]) => lines.filter((line) => line.includes(separator)).length * 2 > lines.length,
  )?.[1];
}

const tableName = /\.(?:csv|tsv|tab)$/i;

/** Maximum share of zero bytes in a table of fixed-width fields; UTF-16 has a third or more. */
const maxZeroShare = 0.2;

function hasStrayZeros(head: Uint8Array): boolean {
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros === 0 || zeros > head.length * maxZeroShare) return false;
  return !head.some(isControl);
}

/** True for control characters that do not occur in tables, except zero. */
function isControl(byte: number): boolean {
  return (byte > 0 && byte < 0x09) || (byte > 0x0d && byte < 0x1b) || byte === 0x7f;
}
