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

/**
 * Names the cells of images in one line, because their cells look empty: `images at B2:C8, F1`. Returns an empty list
 * for a single image, whose description has its cell.
 */
export function imagesLine(places: readonly (CellPlace | undefined)[]): readonly string[] {
  const known = places.filter((place) => place !== undefined);
  return known.length < 2 ? [] : [`images at ${joinedRanges(known).map(rangeAddress).join(", ")}`];
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
  for (const range of columns) {
    const left = ranges.findIndex(
      ({ firstRow, lastRow, lastColumn }) =>
        firstRow === range.firstRow && lastRow === range.lastRow && lastColumn === range.firstColumn - 1,
    );
    const joined = ranges[left];
    if (joined === undefined) ranges.push(range);
    else ranges[left] = { ...joined, lastColumn: range.lastColumn };
  }
  return ranges;
}
