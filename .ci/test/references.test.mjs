import { expect, test } from "vitest";
import { referencesOf } from "../references.mjs";

test("a project references the projects that it depends on, and the root references all", () => {
  const manifests = new Map([
    [
      "packages/csv",
      {
        name: "@x/csv",
        dependencies: { "@x/text": "workspace:^", papaparse: "5.0.0" },
        peerDependencies: { "@x/core": "workspace:^" },
        devDependencies: { "@x/testkit": "workspace:^" },
      },
    ],
    ["packages/core", { name: "@x/core" }],
    ["packages/text", { name: "@x/text" }],
    ["packages/testkit", { name: "@x/testkit" }],
    ["apps/cli", { name: "@x/cli", optionalDependencies: { "@x/csv": "workspace:^" } }],
  ]);

  expect(Object.fromEntries(referencesOf(manifests))).toEqual({
    ".": ["apps/cli", "packages/core", "packages/csv", "packages/testkit", "packages/text"].map((path) => ({ path })),
    "apps/cli": [{ path: "../../packages/csv" }],
    "packages/core": [],
    "packages/csv": [{ path: "../core" }, { path: "../text" }],
    "packages/testkit": [],
    "packages/text": [],
  });
});
