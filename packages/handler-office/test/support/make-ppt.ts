// @boundaries-ignore the tests of several packages share it
export { longs, makePpt, record, shapeOf, textOf } from "../../../handler-slides/test/ppt/make-ppt.ts";
