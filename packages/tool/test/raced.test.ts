import { createReader } from "@reader/core";
import { onTestFinished } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { testRaced, type RacedTest } from "../../testkit/test/support/racer/test-raced.ts";
import type { AgentTool } from "../src/answer/agent-tool.ts";
import { createFindTool, createListTool, createReadTool } from "../src/index.ts";

/** Calls a tool of a workspace with an input for each path. */
function calling(
  create: (reader: ReturnType<typeof createReader>) => AgentTool,
  inputOf: (path: string) => object,
): RacedTest["open"] {
  return ({ root }) => {
    const reader = createReader({ roots: [root] });
    onTestFinished(() => reader.close());
    const tool = create(reader);
    return (path) => tool.execute(inputOf(path));
  };
}

testRaced("the tool `read`", {
  calls: 200,
  ask: ["files", "missing"],
  open: calling(createReadTool, (path) => ({ path })),
});

testRaced("the tool `list`", {
  calls: 300,
  ask: ["folders", "missing"],
  open: calling(createListTool, (path) => ({ path })),
});

// The pattern does not hold the mark of what lies outside, because answers repeat it.
testRaced("the tool `find`", {
  calls: 60,
  ask: ["folders"],
  inside: { ".gitignore": "*.tmp\n" },
  outside: { ".gitignore": "# LEAKED\n!*.tmp\n" },
  open: calling(createFindTool, (path) => ({ path, pattern: "/inside|[A-Z]{6}|x/", context: 2 })),
});
