// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { badEnding } from "../../../testkit/test/support/bad-ending.ts";
