// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { zipOf } from "../../../testkit/test/support/zip-of.ts";
