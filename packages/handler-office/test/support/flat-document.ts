// @boundaries-ignore the tests of several packages share it
export { flatDocument } from "../../../handler-word/test/odt/flat-document.ts";
