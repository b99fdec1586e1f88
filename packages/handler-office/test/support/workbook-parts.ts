// @boundaries-ignore the tests of several packages share it
export { relationship, row, workbook, type MadeBook } from "../../../handler-sheets/test/xlsx/workbook-parts.ts";
