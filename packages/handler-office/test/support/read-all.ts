// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { errorOf } from "../../../testkit/test/support/read-all.ts";
