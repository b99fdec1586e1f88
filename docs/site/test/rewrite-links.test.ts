import { expect, test } from "vitest";
import { rewriteLinks } from "../src/rewrite-links.ts";
import { root } from "../src/site-map.ts";

const targets = {
  root,
  routes: new Map([
    ["docs/tokens.md", "tokens.md"],
    ["packages/core/README.md", "packages/core.md"],
  ]),
  repository: "https://example.com/reader",
};

test.for([
  ["a page beside it", "docs/agents.md", "[t](tokens.md#exact)", "[t](/tokens.md#exact)"],
  ["a package", "docs/agents.md", "[`@reader/core`](../packages/core)", "[`@reader/core`](/packages/core.md)"],
  [
    "a folder of sources",
    "README.md",
    "[s](packages/core/src)",
    "[s](https://example.com/reader/tree/main/packages/core/src)",
  ],
  ["a file", "docs/agents.md", "[MIT](../LICENSE)", "[MIT](https://example.com/reader/blob/main/LICENSE)"],
  ["an image", "README.md", "![view](docs/images/a.png)", "![view](/images/a.png)"],
  ["another site", "README.md", "[x](https://example.org)", "[x](https://example.org)"],
  ["an anchor of its page", "README.md", "[x](#speed)", "[x](#speed)"],
  [
    "an image that is a link",
    "README.md",
    "[![b](docs/images/a.png)](LICENSE)",
    "[![b](/images/a.png)](https://example.com/reader/blob/main/LICENSE)",
  ],
] as const)("a link to %s works on the site", ([, source, markdown, expected]) => {
  expect(rewriteLinks(source, markdown, targets)).toBe(expected);
});

test("an image of another site is left out, with the link around it", () => {
  const badges = "[![CI](https://example.org/badge.svg)](https://example.org/ci) and ![x](https://example.org/x.png)!";
  expect(rewriteLinks("README.md", badges, targets)).toBe(" and !");
});

test("code is not changed", () => {
  const code = "```md\n[x](LICENSE)\n```\n`[x](LICENSE)`\n````md\n```\n[x](LICENSE)\n```\n````\n";
  expect(rewriteLinks("README.md", code, targets)).toBe(code);
});

test("a link to a source is text if the repository has no address", () => {
  expect(rewriteLinks("README.md", "see [MIT](LICENSE)", { ...targets, repository: undefined })).toBe("see MIT");
});

test("a link to a file that does not exist is refused", () => {
  expect(() => rewriteLinks("README.md", "[x](no/such/file.ts)", targets)).toThrow("ENOENT");
});
