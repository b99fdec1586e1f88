import { cellAddress, intersect, rangeAddress, cellText, type CellRange } from "@reader/document/tables";
import type { CellNote, SheetExtras } from "./workbook.ts";

/** Merged ranges that are listed; a form may have thousands, which tell nothing more. */
const maxMerged = 100;

/** Notes that go into one text, so that no text becomes too large. */
const notesAtOnce = 500;

/** What of a sheet's extras belongs to the ranges that are shown. */
export interface ExtrasWish {
  readonly extras: SheetExtras;
  readonly ranges: readonly CellRange[];
  /** Addresses that stand in cells as they are, and need not be said again. */
  readonly isShown: (address: string) => boolean;
  /** Whether all of the sheet is shown. */
  readonly isWhole: boolean;
}

/** The lines under the rows of a sheet: merged cells, comments, links, and what is drawn on it. */
export function* extrasText({ extras, ranges, isShown, isWhole }: ExtrasWish): Generator<string> {
  yield mergedLine(extras.merged.filter((range) => ranges.some((shown) => intersect(range, shown) !== undefined)));
  const notes = extras.notes.filter((note) => ranges.some((range) => holds(range, note)));
  const comments = notes.filter(({ kind }) => kind === "comment").map(commentLine);
  yield* listed("Comments", comments);
  const links = notes.filter(({ kind, text }) => kind === "link" && !isShown(text));
  yield* listed("Links", linkLines(links));
  if (isWhole) yield* drawingLines(extras.drawings);
}

function mergedLine(merged: readonly CellRange[]): string {
  if (merged.length === 0) return "";
  const more = merged.length > maxMerged ? ` and ${merged.length - maxMerged} more` : "";
  return `\nMerged: ${merged.slice(0, maxMerged).map(rangeAddress).join(", ")}${more}\n`;
}

function* listed(title: string, lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += notesAtOnce) {
    const heading = at === 0 ? `\n${title}:\n` : "";
    yield `${heading}${lines.slice(at, at + notesAtOnce).join("")}`;
  }
}

function commentLine({ row, column, author, text }: CellNote): string {
  const who = author === undefined || author.trim() === "" ? "" : ` · ${cellText(author.trim())}`;
  return `- ${cellAddress(row, column)}${who}: ${cellText(withoutAuthor(text, author))}\n`;
}

/** Excel puts the author's name on the first line of the text, too. */
function withoutAuthor(text: string, author: string | undefined): string {
  const trimmed = text.trim();
  if (author === undefined || !trimmed.startsWith(`${author}:`)) return trimmed;
  return trimmed.slice(author.length + 1).trim();
}

/** Cells under each other or side by side that lead to the same place are said together. */
function linkLines(links: readonly CellNote[]): readonly string[] {
  const cells = new Map<string, CellRange[]>();
  for (const { row, column, text } of links) {
    const ranges = cells.get(text) ?? [];
    const last = ranges.at(-1);
    const grown = last === undefined ? undefined : grow(last, row, column);
    if (grown === undefined) ranges.push({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
    else ranges[ranges.length - 1] = grown;
    cells.set(text, ranges);
  }
  return [...cells].map(([text, ranges]) => `- ${ranges.map(rangeAddress).join(", ")} → ${cellText(text)}\n`);
}

function grow(range: CellRange, row: number, column: number): CellRange | undefined {
  const { firstRow, lastRow, firstColumn, lastColumn } = range;
  if (firstColumn === lastColumn && column === firstColumn && row === lastRow + 1) return { ...range, lastRow: row };
  if (firstRow === lastRow && row === firstRow && column === lastColumn + 1) return { ...range, lastColumn: column };
  return undefined;
}

/** Drawings of one line stand under each other; those with more, as the values of a chart, stand apart. */
function* drawingLines(drawings: readonly string[]): Generator<string> {
  let wasLong = true;
  for (const drawing of drawings) {
    const lines = drawing.replace(/\r\n?/g, "\n").trim();
    if (lines === "") continue;
    const isLong = lines.includes("\n");
    yield `${isLong || wasLong ? "\n" : ""}${lines}\n`;
    wasLong = isLong;
  }
}

function holds(range: CellRange, { row, column }: CellNote): boolean {
  return row >= range.firstRow && row <= range.lastRow && column >= range.firstColumn && column <= range.lastColumn;
}
