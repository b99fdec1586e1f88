// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { folderWith } from "../../../testkit/test/support/folder-with.ts";
