// @boundaries-ignore the tests of several packages share it
export { makeFodp, makeOdp, root } from "../../../handler-slides/test/odp/make-odp.ts";
