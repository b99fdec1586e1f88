// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { greyPng } from "../../../testkit/test/support/grey-png.ts";
export { greyTiff } from "../../../testkit/test/support/grey-tiff.ts";
