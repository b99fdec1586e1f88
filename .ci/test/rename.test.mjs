import { expect, test } from "vitest";
import { parseTarget, renameIn } from "../rename.mjs";

const from = { scope: "@old", repository: "https://github.com/old/tools" };
const to = { scope: "@acme", repository: "https://github.com/acme/files.js" };

test.for([
  ["an import", 'import { read } from "@old/core/render";', 'import { read } from "@acme/core/render";'],
  ["a pattern", String.raw`/^@old\/core$/`, String.raw`/^@acme\/core$/`],
  ["a pattern in a string", String.raw`"^@old\\/core$"`, String.raw`"^@acme\\/core$"`],
  ["a setting of npm", "npm_config_@old:registry=x", "npm_config_@acme:registry=x"],
  ["the scope alone", 'the scope `@old`, join(a, "@old")', 'the scope `@acme`, join(a, "@acme")'],
  ["a page of the repository", "(https://github.com/old/tools/issues)", "(https://github.com/acme/files.js/issues)"],
  ["a clone address", "git+https://github.com/old/tools.git", "git+https://github.com/acme/files.js.git"],
  ["the name in the registry of MCP servers", '"io.github.old/mcp"', '"io.github.acme/mcp"'],
])("%s is renamed", ([, before, after]) => {
  expect(renameIn(before, { from, to })).toBe(after);
});

test.for([
  ["another scope with the same start", '"@old-test/core"'],
  ["an address of mail", "someone@old/core"],
  ["another repository with the same start", "https://github.com/old/tools-for-all"],
  ["a package without the scope", '"old/core"'],
])("%s is left alone", ([, text]) => {
  expect(renameIn(text, { from, to })).toBe(text);
});

test("an option that is not given keeps its value", () => {
  expect(parseTarget(["--scope", "@acme"], from)).toEqual({ scope: "@acme", repository: from.repository });
});

test.for([
  [[], "Name what to change."],
  [["--scope", "acme"], "acme is not a scope of npm"],
  [["--scope", "@Acme"], "@Acme is not a scope of npm"],
  [["--repository", "git@github.com:acme/reader.git"], "is not the address of a GitHub repository"],
  [["--repository", "https://github.com/acme/reader.git"], "is not the address of a GitHub repository"],
  [["--repository", "https://github.com/acme/reader/"], "is not the address of a GitHub repository"],
  [["--name", "acme"], "--name"],
])("%j is refused with how to use it", ([args, message]) => {
  expect(() => parseTarget(args, from)).toThrow(message);
  expect(() => parseTarget(args, from)).toThrow("Use: node .ci/rename.mjs --scope @acme");
});
