import { wholeSheet, type CellRange } from "./cells.ts";

const letters = 26;
const known: string[] = [];

/** Returns the letters of a column: 1 is `A`, 27 is `AA`. */
export function columnLetters(column: number): string {
  const found = known[column];
  if (found !== undefined) return found;
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / letters)) {
    name = String.fromCharCode(65 + ((rest - 1) % letters)) + name;
  }
  if (column <= wholeSheet.lastColumn) known[column] = name;
  return name;
}

/** Returns the number of a column by its letters, in any case: `A` is 1. */
export function columnNumber(name: string): number {
  let column = 0;
  for (const letter of name.toUpperCase()) column = column * letters + letter.charCodeAt(0) - 64;
  return column;
}

/** Returns the address of a cell, such as `B4`. */
export function cellAddress(row: number, column: number): string {
  return `${columnLetters(column)}${row}`;
}

/**
 * Returns the address of a range: `A1:F120`, `B4` for a single cell, `B:D` for whole columns, `5:20` for whole rows.
 */
export function rangeAddress({ firstRow, lastRow, firstColumn, lastColumn }: CellRange): string {
  const first = cellAddress(firstRow, firstColumn);
  if (firstRow === lastRow && firstColumn === lastColumn) return first;
  const hasAllRows = firstRow === 1 && lastRow >= wholeSheet.lastRow;
  const hasAllColumns = firstColumn === 1 && lastColumn >= wholeSheet.lastColumn;
  if (hasAllRows && !hasAllColumns) return `${columnLetters(firstColumn)}:${columnLetters(lastColumn)}`;
  if (hasAllColumns && !hasAllRows) return `${firstRow}:${lastRow}`;
  return `${first}:${cellAddress(lastRow, lastColumn)}`;
}

const address = /^(?:\$?([a-z]{1,3})\$?([1-9]\d{0,6})|\$?([a-z]{1,3})|\$?([1-9]\d{0,6}))$/i;

interface Corner {
  readonly row: number | undefined;
  readonly column: number | undefined;
}

/**
 * Parses `A1`, `A1:D20`, `B:D` or `5:20`, also with dollar signs, in lower case, and with the corners in any order.
 * Returns `undefined` for anything else. `A` and `5` alone are not ranges, because they may be sheet names.
 */
export function parseRange(text: string): CellRange | undefined {
  const [start = "", end, ...more] = text.split(":");
  if (more.length > 0) return undefined;
  const first = cornerOf(start);
  const last = end === undefined ? first : cornerOf(end);
  if (first === undefined || last === undefined) return undefined;
  if (end === undefined && !isCell(first)) return undefined;
  const rows = span(first.row, last.row, wholeSheet.lastRow);
  const columns = span(first.column, last.column, wholeSheet.lastColumn);
  if (rows === undefined || columns === undefined) return undefined;
  return { firstRow: rows[0], lastRow: rows[1], firstColumn: columns[0], lastColumn: columns[1] };
}

function isCell({ row, column }: Corner): boolean {
  return row !== undefined && column !== undefined;
}

function cornerOf(text: string): Corner | undefined {
  const match = address.exec(text.trim());
  if (match === null) return undefined;
  const column = match[1] ?? match[3];
  const row = match[2] ?? match[4];
  const corner = {
    column: column === undefined ? undefined : columnNumber(column),
    row: row === undefined ? undefined : Number(row),
  };
  const isInside = (corner.column ?? 1) <= wholeSheet.lastColumn && (corner.row ?? 1) <= wholeSheet.lastRow;
  return isInside ? corner : undefined;
}

/** `B2:C` extends to the last row, as in programs that accept it. */
function span(one: number | undefined, other: number | undefined, most: number): readonly [number, number] | undefined {
  if (one === undefined && other === undefined) return [1, most];
  if (one === undefined) return undefined;
  if (other === undefined) return [one, most];
  return one <= other ? [one, other] : [other, one];
}

/** Returns the intersection of two ranges, or `undefined` if it is empty. */
export function intersect(one: CellRange, other: CellRange): CellRange | undefined {
  const common = {
    firstRow: Math.max(one.firstRow, other.firstRow),
    lastRow: Math.min(one.lastRow, other.lastRow),
    firstColumn: Math.max(one.firstColumn, other.firstColumn),
    lastColumn: Math.min(one.lastColumn, other.lastColumn),
  };
  return common.firstRow > common.lastRow || common.firstColumn > common.lastColumn ? undefined : common;
}
