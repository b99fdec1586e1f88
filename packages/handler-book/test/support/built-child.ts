// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { builtChild } from "../../../testkit/test/support/built-child.ts";
