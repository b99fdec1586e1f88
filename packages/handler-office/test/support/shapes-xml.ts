// @boundaries-ignore the tests of several packages share it
export { body, title } from "../../../handler-slides/test/pptx/shapes-xml.ts";
