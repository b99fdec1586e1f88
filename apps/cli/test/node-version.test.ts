import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeVersionProblem } from "../src/refuse-old-node.ts";

test.each(["18.19.1", "20.20.2", "22.12.0"])("Node %s is refused in one sentence", (version) => {
  expect(nodeVersionProblem(version)).toBe(`reader needs Node 22.13 or newer; this is ${version}.`);
});

test.each(["22.13.0", "22.21.1", "23.0.0", "24.21.0", "25.0.0-nightly2025"])("Node %s is new enough", (version) => {
  expect(nodeVersionProblem(version)).toBeUndefined();
});

test("the oldest version is that of the package", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly engines: { readonly node: string };
  };
  const [major, minor] = engines.node.replace(">=", "").split(".").map(Number);
  expect(nodeVersionProblem(`${major}.${minor}.0`)).toBeUndefined();
  expect(nodeVersionProblem(`${major}.${(minor ?? 0) - 1}.0`)).toBeDefined();
});
