import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeVersionProblem } from "../src/node-version.ts";

test.each(["18.19.1", "20.20.2", "22.12.0"])("Node %s is refused with what to do", (version) => {
  expect(nodeVersionProblem("reader", version)).toBe(
    `reader needs Node.js 22.13 or newer; this is ${version}. Install a newer one, then run reader again.`,
  );
});

test.each(["22.13.0", "22.21.1", "23.0.0", "24.21.0", "25.0.0-nightly2025"])("Node %s is new enough", (version) => {
  expect(nodeVersionProblem("reader", version)).toBeUndefined();
});

test("the oldest version is that of the package", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    readonly engines: { readonly node: string };
  };
  const [major, minor] = engines.node.replace(">=", "").split(".").map(Number);
  expect(nodeVersionProblem("reader", `${major}.${minor}.0`)).toBeUndefined();
  expect(nodeVersionProblem("reader", `${major}.${(minor ?? 0) - 1}.0`)).toBeDefined();
});
