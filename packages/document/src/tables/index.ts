export { cellAddress, columnLetters, columnNumber, intersect, parseRange, rangeAddress } from "./addresses.ts";
export { cellText, cellWithFormula } from "./cell-text.ts";
export { wholeSheet } from "./cells.ts";
export type { Cell, CellRange } from "./cells.ts";
export { createColumnProfile } from "./columns.ts";
export { startsWithHeader } from "./header-row.ts";
export type { ProfiledCell } from "./profiled-cell.ts";
export { kindOfText } from "./cells.ts";
