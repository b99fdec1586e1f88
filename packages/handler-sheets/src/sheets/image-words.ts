import { cellAddress, type CellRange, rangeAddress } from "@reader/document/tables";

/** The cell at the top left corner of a drawing, from 1. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** Returns the address of a place: `B2`; an empty string if it is unknown. */
export function placeAddress(place: CellPlace | undefined): string {
  return place === undefined ? "" : cellAddress(place.row, place.column);
}

/** Adds the place of a drawing to what it is: `text box at B2`. */
export function placedWords(what: string, place: CellPlace | undefined): string {
  return place === undefined ? what : `${what} at ${placeAddress(place)}`;
}

/** Adds the place of an image to its description: `A logo (at B2)`. */
export function placedAlt(alt: string, place: CellPlace | undefined): string {
  return place === undefined ? alt : `${alt} (at ${placeAddress(place)})`.trim();
}

/** Maximum number of ranges listed. */
const maxRanges = 50;

/**
 * Names the cells of images in one line, because their cells look empty: `images at B2:C8, F1`. Returns an empty list
 * for a single image, whose description has its cell.
 */
export function imagesLine(places: readonly (CellPlace | undefined)[]): readonly string[] {
  const known = places.filter((place) => place !== undefined);
  if (known.length < 2) return [];
  const ranges = joinedRanges(known);
  const more = ranges.length > maxRanges ? ` and ${ranges.length - maxRanges} more` : "";
  return [`images at ${ranges.slice(0, maxRanges).map(rangeAddress).join(", ")}${more}`];
}

/** Joins cells to columns, and columns of the same rows to ranges. */
function joinedRanges(places: readonly CellPlace[]): readonly CellRange[] {
  const columns: CellRange[] = [];
  for (const { row, column } of places.toSorted((one, other) => one.column - other.column || one.row - other.row)) {
    const last = columns.at(-1);
    if (last?.firstColumn === column && row <= last.lastRow + 1)
      columns[columns.length - 1] = { ...last, lastRow: row };
    else columns.push({ firstRow: row, lastRow: row, firstColumn: column, lastColumn: column });
  }
  const ranges: CellRange[] = [];
  /** Indexes in `ranges` of the last range of the same rows. */
  const lastOfRows = new Map<string, number>();
  for (const range of columns) {
    const rows = `${range.firstRow}:${range.lastRow}`;
    const left = lastOfRows.get(rows) ?? -1;
    const joined = ranges[left];
    if (joined?.lastColumn === range.firstColumn - 1) ranges[left] = { ...joined, lastColumn: range.lastColumn };
    else lastOfRows.set(rows, ranges.push(range) - 1);
  }
  return ranges;
}
