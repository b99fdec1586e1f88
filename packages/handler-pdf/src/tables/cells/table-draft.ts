import type { Box, Table, TextLine } from "../../model/page-content.ts";
import { around, type Piece } from "./piece.ts";
import { cellText } from "./visual-rows.ts";

/** One row of a table that is being made: for each column what stands in its cell. */
export type DraftRow = readonly (readonly Piece[])[];

/** Makes the table of rows of pieces; `headerRows` counts from the first of them. */
export function tableOf(rows: readonly DraftRow[], headerRows: number): Table | undefined {
  return tableOfTexts(
    rows.flat(2),
    rows.map((row) => row.map(cellText)),
    headerRows,
  );
}

/** Makes the table of texts that are known; rows and columns without any text are left out. */
export function tableOfTexts(
  pieces: readonly Piece[],
  texts: readonly (readonly string[])[],
  headerRows: number,
): Table | undefined {
  const first = pieces[0];
  if (first === undefined) return undefined;
  const worded = pieces.filter((piece) => /\p{L}/u.test(piece.text));
  const isFromRight = worded.filter((piece) => piece.line.direction === "rtl").length > worded.length / 2;
  const isUsed = (texts[0] ?? []).map((_, column) => texts.some((row) => row[column] !== ""));
  const rows = texts.map((row) => row.filter((_, column) => isUsed[column] === true));
  const kept = rows.map((row) => row.some((cell) => cell !== ""));
  return {
    box: pieces.map((piece) => piece.box).reduce(around),
    rows: rows.filter((_, row) => kept[row] === true).map((row) => (isFromRight ? row.toReversed() : row)),
    headerRows: kept.slice(0, headerRows).filter(Boolean).length,
    lines: new Set<TextLine>(pieces.map((piece) => piece.line)),
  };
}

/** Whether the middle of one box is inside another. */
export function isInside(inner: Box, outer: Box): boolean {
  const x = (inner.x0 + inner.x1) / 2;
  const y = (inner.y0 + inner.y1) / 2;
  return x >= outer.x0 && x <= outer.x1 && y >= outer.y0 && y <= outer.y1;
}
