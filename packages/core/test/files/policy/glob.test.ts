import fc from "fast-check";
import { expect, test } from "vitest";
import { createGlobMatcher } from "../../../src/files/policy/policy.ts";

const matches = (glob: string, path: string): boolean => {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return createGlobMatcher([glob])({ folders, name });
};

test.for([
  ["a", "/w/a", true],
  ["a", "/w/ab", false],
  ["*", "/w/a", true],
  ["*.key", "/w/.key", true],
  ["*.key", "/w/key", false],
  ["a*", "/w/a", true],
  ["a*b*c", "/w/a1b2c", true],
  ["a*b*c", "/w/abc", true],
  ["a*b*c", "/w/acb", false],
  ["ab*ba", "/w/aba", false],
  ["ab*ba", "/w/abba", true],
  ["*a*a*", "/w/a", false],
  ["*a*a*", "/w/aba", true],
  ["x/a", "/w/x/a", true],
  ["x/a", "/w/xx/a", false],
  ["x/a", "/w/x/y/a", false],
  ["x*/a", "/w/xyz/a", true],
  ["x/**/a", "/w/x/a", true],
  ["x/**/a", "/w/x/y/z/a", true],
  ["x/**/y/**/a", "/w/x/1/y/2/3/a", true],
  ["x/**/y/**/a", "/w/x/1/2/3/a", false],
  ["x/**/*", "/w/x/y/a", true],
  ["x/**/*", "/w/x", false],
  ["/w/a", "/w/a", true],
  ["/w/a", "/v/w/a", false],
  ["/**/a", "/v/w/a", true],
  ["a.c", "/w/abc", false],
  ["[a]", "/w/a", false],
  ["(a+)+", "/w/(a+)+", true],
] as const)("%s on %s: %s", ([glob, path, expected]) => {
  expect(matches(glob, path)).toBe(expected);
});

test("a hostile glob takes no exponential time", () => {
  const name = "a".repeat(255);
  expect(matches(`${"a*".repeat(100)}b`, `/w/${name}`)).toBe(false);
});

test("a glob of stars and literals matches what a simple expression matches", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "*"), { maxLength: 8 }).map((each) => each.join(""));
  const names = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 10 }).map((each) => each.join(""));
  fc.assert(
    fc.property(letters, names, (glob, name) => {
      fc.pre(glob !== "" && !glob.includes("**"));
      const expected = new RegExp(`^${glob.replaceAll("*", ".*")}$`).test(name);
      expect(matches(glob, `/w/${name}`)).toBe(expected);
    }),
    { seed: 7, numRuns: 500 },
  );
});
