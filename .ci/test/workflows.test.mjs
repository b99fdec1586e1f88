import { expect, test } from "vitest";
import { workflowFaults } from "../workflows.mjs";

const sound = `
on: push
jobs:
  test:
    runs-on: ubuntu-24.04
    steps:
      - run: echo "$GITHUB_SHA"
`;

test("a sound workflow has no faults", async () => {
  expect(await workflowFaults(new Map([["ci.yml", sound]]))).toEqual([]);
});

test.for([
  ["a key that does not exist", sound.replace("steps:", "step:")],
  ["an expression that refers to nothing", sound.replace("$GITHUB_SHA", "${{ matrix.nothing }}")],
])("%s is reported with its place", async ([, text]) => {
  expect(await workflowFaults(new Map([["ci.yml", text]]))).toContainEqual(expect.stringMatching(/^ci\.yml:\d+:\d+: /));
});
