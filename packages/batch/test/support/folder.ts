// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { folderWith } from "../../../testkit/test/support/folder-with.ts";
// @boundaries-ignore the same
export { noSmallDisk, smallDisk } from "../../../testkit/test/support/small-disk.ts";
