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

/** Tells tables of text with the name of a workbook: all of their first lines have the same number of separators. */
export function sniffSeparatedWorkbook(head: Uint8Array, name: string): MediaType | undefined {
  if (!workbookName.test(name)) return undefined;
  // Latin letters and separators are the same in all encodings but UTF-16, where zeros are between.
  const text = new TextDecoder("latin1").decode(head).replaceAll("\0", "");
  if (text.startsWith("<") || text.startsWith("PK")) return undefined;
  const lines = text
    .split(/\r\n?|\n/)
    .slice(0, -1)
    .slice(0, maxLines)
    .filter((line) => line !== "");
  if (lines.length < 2) return undefined;
  return separators.find(([separator]) => {
    const counts = new Set(lines.map((line) => line.split(separator).length));
    return counts.size === 1 && !counts.has(1);
  })?.[1];
}
