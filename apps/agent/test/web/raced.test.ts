// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { testRaced, type RacedTest } from "../../../../packages/testkit/test/support/racer/test-raced.ts";
import { startClient } from "./support/client.ts";
import { readerOf } from "./support/workspace.ts";

/** Asks the web view over a raced workspace. */
function asking(endpoint: string, bodyOf: (path: string) => object): RacedTest["open"] {
  return async ({ root }) => {
    const { ask } = await startClient({ reader: readerOf([root]), roots: [root] });
    return async (path) => (await ask(endpoint, bodyOf(path))).text();
  };
}

testRaced("the file list of the web view", {
  calls: 200,
  ask: ["folders", "missing"],
  open: asking("list", (path) => ({ path })),
});

testRaced("what the web view shows of a read", {
  calls: 200,
  ask: ["files", "folders", "missing"],
  open: asking("see", (path) => ({ request: { path }, model: "text" })),
});

testRaced("a look of the web view", {
  calls: 200,
  ask: ["files"],
  open: asking("look", (path) => ({ path })),
});

testRaced("the message that the web view shows", {
  calls: 100,
  ask: ["files", "folders"],
  open: asking("payload", (path) => ({ request: { path }, model: "text", provider: "anthropic" })),
});
