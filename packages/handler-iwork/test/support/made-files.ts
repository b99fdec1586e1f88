// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { greyPng } from "../../../testkit/test/support/grey-png.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { zipOf, type Parts } from "../../../testkit/test/support/zip-of.ts";
