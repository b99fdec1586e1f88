import { expect, test } from "vitest";
import { manifestFaults, publishedFields, readmeFaults } from "../manifests.mjs";

const root = {
  author: "The authors",
  repository: { type: "git", url: "git+https://github.com/acme/files.git" },
  engines: { node: ">=22.13" },
};
const sound = { name: "@acme/core", ...publishedFields(root, "packages/core"), engines: root.engines };

test("a manifest with the fields of its folder has no faults", () => {
  expect(sound.homepage).toBe("https://github.com/acme/files/tree/main/packages/core#readme");
  expect(manifestFaults(root, "packages/core", sound)).toEqual([]);
});

test.for(["homepage", "bugs", "author", "repository", "engines"])("a manifest without `%s` is reported", (field) => {
  const { [field]: _, ...manifest } = sound;
  expect(manifestFaults(root, "packages/core", manifest)).toEqual([
    expect.stringContaining(`packages/core/package.json: \`${field}\` must be `),
  ]);
});

test("a manifest that was copied from another package is reported", () => {
  expect(manifestFaults(root, "packages/tool", sound)).toHaveLength(2);
});

test.for([
  ["a link", "[SECURITY](../../SECURITY.md)"],
  ["an image", "![chart](chart.png)"],
  ["a reference", "[security]: ../../SECURITY.md"],
  ["an element", '<img src="chart.png">'],
])("%s that is relative is reported with the address that it needs", ([, markdown]) => {
  expect(readmeFaults(root, "packages/core", markdown)).toEqual([
    expect.stringMatching(/must be absolute: https:\/\/github\.com\/acme\/files\/blob\/main\//),
  ]);
});

test("absolute links, headings of the page and code are no faults", () => {
  const markdown = "[a](https://example.com) [b](#api) `[c](d.md)`\n\n```md\n[e](f.md)\n```\n";
  expect(readmeFaults(root, "packages/core", markdown)).toEqual([]);
});
