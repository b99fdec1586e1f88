import { expect, test } from "vitest";
import { phraseFaults } from "../prose.mjs";

const phrases = { "let go of": 'write "release"', "(is|are) none": 'write "is not a …"' };

function faultsOf(path, content) {
  return phraseFaults(new Map([[path, content]]), phrases);
}

test("a phrase is reported with its file, its line and what to write instead", () => {
  expect(faultsOf("docs/a.md", "# Title\n\nThe page is Let go of.\n")).toEqual([
    'docs/a.md:3 has "Let go of": write "release".',
  ]);
});

test("each phrase of a line is reported", () => {
  expect(faultsOf("docs/a.md", "What is none is let go of.")).toHaveLength(2);
});

test("part of a word is not a phrase", () => {
  expect(faultsOf("docs/a.md", "This nonetheless: it is nonessential.")).toEqual([]);
});

test("code in Markdown is not prose", () => {
  expect(faultsOf("docs/a.md", "Call `let go of`.\n\n```ts\n// let go of\n```\n\nlet go of\n")).toEqual([
    'docs/a.md:7 has "let go of": write "release".',
  ]);
});

test("titles of tests in the threat model belong to their packages", () => {
  expect(faultsOf("docs/threat-model.md", '- [a.test.ts](../a.test.ts) · "a page is let go of"')).toEqual([]);
});

test("in source files only comments are prose", () => {
  const source = [
    'const message = "let go of";',
    "// let go of",
    "/** let go of */",
    "/**",
    " * let go of",
    " */",
    "call(); // let go of",
  ].join("\n");
  expect(faultsOf("src/a.ts", source).map((fault) => fault.split(" ")[0])).toEqual([
    "src/a.ts:2",
    "src/a.ts:3",
    "src/a.ts:5",
    "src/a.ts:7",
  ]);
});
