export { loweredText, raisedText } from "../markdown/raised-text.ts";
export { cellAddress, columnLetters, columnNumber, intersect, parseRange, rangeAddress } from "./addresses.ts";
export { cellText, cellWithFormula, kindOfText, shownFormula, wholeSheet } from "./cells.ts";
export type { Cell, CellRange, ProfiledCell } from "./cells.ts";
export { createColumnProfile } from "./columns.ts";
export { startsWithHeader } from "./header-row.ts";
