// @boundaries-ignore the tests of several packages share it
export { flatBook, row, table, text } from "../../../handler-sheets/test/ods/flat-book.ts";
