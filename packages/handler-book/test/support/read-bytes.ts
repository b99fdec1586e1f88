// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { readBytes, type Reading, type ReadingWish } from "../../../testkit/test/support/read-bytes.ts";
