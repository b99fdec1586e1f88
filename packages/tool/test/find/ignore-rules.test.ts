import fc from "fast-check";
import ignore from "ignore";
import { expect, test } from "vitest";
import { parseIgnoreFile } from "../../src/find/walk.ts";

/** Whether a path is ignored by its own name alone: folders around it are looked at before it. */
function ours(rules: string, path: string, kind: "file" | "directory"): boolean {
  return parseIgnoreFile(rules).verdict(path, kind) === "ignored";
}

test.for([
  ["*.log", "a/b.log", "file", true],
  ["/a.log", "b/a.log", "file", false],
  ["a/b", "x/a/b", "file", false],
  ["**/a/b", "x/a/b", "file", true],
  ["a/**/b", "a/b", "file", true],
  ["a/**/b", "a/x/y/b", "file", true],
  ["a/**", "a", "directory", false],
  ["a/**", "a/x/y", "file", true],
  ["build/", "build", "file", false],
  ["build/", "x/build", "directory", true],
  ["*\n!keep", "keep", "file", false],
  ["# no rule", "# no rule", "file", false],
  ["\\#file", "#file", "file", true],
  ["\\!file", "!file", "file", true],
  ["name   ", "name", "file", true],
  ["name\\ ", "name ", "file", true],
  ["[a-c].txt", "b.txt", "file", true],
  ["[!a-c].txt", "b.txt", "file", false],
  ["[]x]y", "]y", "file", true],
  ["a[b", "a[b", "file", true],
  ["a?c", "abc", "file", true],
  ["a?c", "a😀c", "file", true],
  ["A.txt", "a.txt", "file", false],
  ["line\r", "line", "file", true],
] as const)("%j on %s (%s) is %s", ([rules, path, kind, expected]) => {
  expect(ours(rules, path, kind)).toBe(expected);
});

const name = fc.stringMatching(/^[ab.]{1,4}$/).filter((each) => !/^\.+$/.test(each));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const piece = fc.oneof(name, fc.constantFrom("*", "**", "a*", "*b", "?", "a?b", "*a*b"));
const rule = fc
  .record({
    negated: fc.boolean(),
    leading: fc.constantFrom("", "/"),
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
    trailing: fc.constantFrom("", "/"),
  })
  .map(({ negated, leading, pieces, trailing }) => `${negated ? "!" : ""}${leading}${pieces.join("/")}${trailing}`);

test("entries are ignored as the package ignore ignores them", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 4 }), path, fc.boolean(), (rules, entry, isFolder) => {
      const theirs = ignore({ ignorecase: false }).add(rules.join("\n"));
      // It looks at the folders around an entry, too, of which a walk never comes into an ignored one.
      const folders = entry.split("/").slice(0, -1);
      const isReached = folders.every((_, at) => !theirs.ignores(`${folders.slice(0, at + 1).join("/")}/`));
      fc.pre(isReached);
      expect(ours(rules.join("\n"), entry, isFolder ? "directory" : "file")).toBe(
        theirs.ignores(isFolder ? `${entry}/` : entry),
      );
    }),
    { seed: 5, numRuns: 3000 },
  );
});
