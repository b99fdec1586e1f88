// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
export { folderWith } from "../../../../packages/testkit/test/support/folder-with.ts";
// @boundaries-ignore the same
export {
  postgresServer,
  redisServer,
  type ServerKind,
  type TestServer,
} from "../../../../packages/testkit/test/support/queue-servers.ts";
// @boundaries-ignore the same
export { publishedBudget } from "../../../../packages/testkit/test/support/published-budget.ts";
// @boundaries-ignore the same
export { noSmallDisk, smallDisk } from "../../../../packages/testkit/test/support/small-disk.ts";
// @boundaries-ignore the same
export {
  canRemoveWorkingDirectory,
  hasFullDevice,
  runInRemovedFolder,
  runWithClosedOutput,
  runWithFullOutput,
} from "../../../../packages/testkit/test/support/odd-surroundings.ts";

/** Lines `line 1` to `line count`, each with a line feed. */
export function numberedLines(count: number): string {
  return Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join("");
}
