import type { MediaType } from "@reader/core/handler";

/** Programs of the web call their tables workbooks, because Excel opens them. */
const workbookName = /\.(?:xls|xlsx|xlsm|xlt)$/i;

const separators: readonly (readonly [string, MediaType])[] = [
  ["\t", "text/tab-separated-values"],
  [";", "text/csv"],
  [",", "text/csv"],
];

/** Lines that are looked at; the last one of the head may be there in part. */
const maxLines = 20;

/**
 * Tells tables of text with the name of a workbook, of which the first lines have the same number of separators, and
 * those with a few zeros in them, which are no text to anybody else.
 */
export function sniffSeparatedWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (workbookName.test(name)) return typeOfEvenLines(linesOf(head));
  return tableName.test(name) && hasStrayZeros(head) ? typeOfMostLines(linesOf(head)) : undefined;
}

function linesOf(head: Uint8Array): readonly string[] {
  // Latin letters and separators are the same in all encodings but UTF-16, where zeros are between.
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

/** Where the name says that it is a table, its lines may be uneven, and go on in others. */
function typeOfMostLines(lines: readonly string[]): MediaType | undefined {
  if (lines.length < 2) return undefined;
  return separators.find(
    ([separator]) => lines.filter((line) => line.includes(separator)).length * 2 > lines.length,
  )?.[1];
}

const tableName = /\.(?:csv|tsv|tab)$/i;

/** The share of zeros in a table that fields of fixed width were written to; UTF-16 has one in three and more. */
const maxZeroShare = 0.2;

function hasStrayZeros(head: Uint8Array): boolean {
  const zeros = head.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0);
  if (zeros === 0 || zeros > head.length * maxZeroShare) return false;
  return !head.some(isControl);
}

/** Control characters that text does not need, zeros not counted: none of them is in a table. */
function isControl(byte: number): boolean {
  return (byte > 0 && byte < 0x09) || (byte > 0x0d && byte < 0x1b) || byte === 0x7f;
}
