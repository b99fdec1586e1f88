import { joinLinks } from "../../layout/inline-text.ts";
import { isAfterPrefix, isWrittenDensely } from "../../layout/paragraphs/hyphenation.ts";
import { boxAround } from "../../model/boxes.ts";
import type { Box, Table, TextLine } from "../../model/page-content.ts";
import type { Fragment } from "./fragment.ts";

/** Fragments on one line of the page, from left to right. */
export interface VisualRow {
  readonly fragments: readonly Fragment[];
  readonly box: Box;
}

/** Minimum overlap of fragments on one line, as a share of the lower one's height. */
const sharedHeight = 0.5;

/** Groups fragments into lines of the page from the top, independent of their blocks. */
export function visualRows(fragments: readonly Fragment[]): readonly VisualRow[] {
  const sorted = fromTop(fragments);
  const rows: VisualRow[] = [];
  const band = { y0: 0, y1: 0 };
  let start = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    const { box } = sorted[index] as Fragment;
    if (index > start && isBeside(band, box)) {
      // The band narrows to what all fragments share, so that steps do not become one line.
      band.y0 = Math.max(band.y0, box.y0);
      band.y1 = Math.min(band.y1, box.y1);
    } else {
      if (index > start) rows.push(rowOf(sorted.slice(start, index)));
      start = index;
      band.y0 = box.y0;
      band.y1 = box.y1;
    }
  }
  if (start < sorted.length) rows.push(rowOf(sorted.slice(start)));
  return rows;
}

function rowOf(fragments: readonly Fragment[]): VisualRow {
  return { fragments: fromLeft(fragments), box: boxAround(fragments) };
}

/** Most fragments are already sorted. Checking that is faster than sorting. */
function fromTop(fragments: readonly Fragment[]): readonly Fragment[] {
  let last = -Infinity;
  for (const { box } of fragments) {
    const middle = middleOf(box);
    if (!(middle >= last)) return fragments.toSorted((a, b) => middleOf(a.box) - middleOf(b.box));
    last = middle;
  }
  return fragments;
}

/** The same holds for the fragments of a line. */
function fromLeft(fragments: readonly Fragment[]): readonly Fragment[] {
  let last = -Infinity;
  for (const { box } of fragments) {
    if (!(box.x0 >= last)) return fragments.toSorted((a, b) => a.box.x0 - b.box.x0);
    last = box.x0;
  }
  return fragments;
}

function middleOf(box: Box): number {
  return (box.y0 + box.y1) / 2;
}

function isBeside(row: Pick<Box, "y0" | "y1">, box: Box): boolean {
  const shared = Math.min(row.y1, box.y1) - Math.max(row.y0, box.y0);
  return shared >= sharedHeight * Math.min(row.y1 - row.y0, box.y1 - box.y0);
}

/** Maximum length of words that are checked. */
const longestWord = 60;

/** Returns the text of a cell: its lines joined, with hyphenated words restored, and each link once. */
export function cellText(fragments: readonly Fragment[]): string {
  const [only] = fragments;
  if (only !== undefined && fragments.length === 1) return only.text;
  const lines = visualRows(fragments).map((row) => {
    const [first] = row.fragments;
    const words = first !== undefined && isFromRight(first) ? row.fragments.toReversed() : row.fragments;
    return joinLinks(words.map(({ text }) => text)).join(" ");
  });
  return joinLinks(lines).reduce(joinLine, "");
}

/** Joins two lines of a cell. A name may be divided after an underscore. */
export function joinLine(before: string, line: string): string {
  if (before === "") return line;
  if (before.endsWith("\u00AD")) return before.slice(0, -1) + line;
  if (/[\p{L}\p{N}]_$/u.test(before) && /^[\p{L}\p{N}]/u.test(line)) return before + line;
  if (/[\p{L}\p{N}]-$/u.test(before) && /^[\p{L}\p{N}]/u.test(line)) return joinAtHyphen(before, line);
  return isWrittenDensely(before, line) ? before + line : `${before} ${line}`;
}

/** A hyphen between lowercase letters divides a word. Before a number or a capital, or after a prefix, it belongs to it. */
function joinAtHyphen(before: string, line: string): string {
  if (/^[\p{N}\p{Lu}]/u.test(line) || isPrefix(before, line) || isOfIdentifier(before)) return before + line;
  return /\p{Ll}-$/u.test(before) ? before.slice(0, -1) + line : `${before} ${line}`;
}

/**
 * True if the hyphen is in a path, an address or another name with signs, which is not hyphenated. One slash or colon may
 * be between two words, and a digit may be before another hyphen, as in `3-dimen-`.
 */
function isOfIdentifier(before: string): boolean {
  const word = /\S+$/u.exec(before.slice(-longestWord))?.[0] ?? "";
  return /[_@=\\]|^[/:]|[/:].*[/:]|\p{N}[^-]*-$/u.test(word);
}

function isPrefix(before: string, line: string): boolean {
  const head = /\p{L}+(?=-$)/u.exec(before.slice(-longestWord))?.[0] ?? "";
  return isAfterPrefix(head, /^\p{L}+/u.exec(line.slice(0, longestWord))?.[0] ?? "");
}

/** One row of a table under construction: the fragments of each column's cell. */
export type DraftRow = readonly (readonly Fragment[])[];

/** Makes a table of rows of fragments. `headerRows` counts from the first one. */
export function tableOf(rows: readonly DraftRow[], headerRows: number): Table | undefined {
  return tableOfTexts(
    rows.flat(2),
    rows.map((row) => row.map(cellText)),
    headerRows,
  );
}

/** Makes a table of texts. Empty rows and columns are omitted. */
export function tableOfTexts(
  fragments: readonly Fragment[],
  texts: readonly (readonly string[])[],
  headerRows: number,
): Table | undefined {
  const first = fragments[0];
  if (first === undefined) return undefined;
  const areReversed = areFromRight(fragments);
  const isUsed = (texts[0] ?? []).map((_, column) => texts.some((row) => row[column] !== ""));
  const rows = isUsed.every(Boolean) ? texts : texts.map((row) => row.filter((_, column) => isUsed[column] === true));
  const kept = rows.map((row) => row.some((cell) => cell !== ""));
  return {
    box: boxAround(fragments),
    rows: rows.filter((_, row) => kept[row] === true).map((row) => (areReversed ? row.toReversed() : row)),
    headerRows: kept.slice(0, headerRows).filter(Boolean).length,
    lines: new Set<TextLine>(fragments.map((fragment) => fragment.line)),
  };
}

/** True if most fragments with words are written from the right. */
function areFromRight(fragments: readonly Fragment[]): boolean {
  if (!fragments.some(isFromRight)) return false;
  const worded = fragments.filter((fragment) => /\p{L}/u.test(fragment.text));
  return worded.filter(isFromRight).length > worded.length / 2;
}

function isFromRight({ line }: Fragment): boolean {
  return line.direction === "rtl";
}

/** Returns the rows of a table. */
export function rowsOf(table: Table, rows: readonly VisualRow[]): readonly VisualRow[] {
  return rows.filter((row) => isOf(table, row));
}

/** Returns the row above a table, and its first row, which is enough for most tables. */
export function firstRowOf(
  table: Table,
  rows: readonly VisualRow[],
): readonly [above: VisualRow | undefined, first: VisualRow | undefined] {
  const at = rows.findIndex((row) => isOf(table, row));
  return [rows[at - 1], rows[at]];
}

/** True if a row has text of a table. */
export function isOf({ lines }: Table, { fragments }: VisualRow): boolean {
  return fragments.some(({ line }) => lines.has(line));
}

/** True if the centre of one box is inside another. */
export function isInside(inner: Box, outer: Box): boolean {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}
