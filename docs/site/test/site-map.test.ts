import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { root, sections } from "../src/site-map.ts";

const pages = sections().flatMap((section) => section.pages);

test("every page of the documentation is in one section", () => {
  const patterns = [
    "docs/*.md",
    "docs/decisions/*.md",
    "packages/*/README.md",
    "apps/*/README.md",
    "{README,SECURITY,CONTRIBUTING}.md",
  ];
  const sources = globSync(patterns, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const listed = pages.map(({ source }) => source);
  expect(new Set(listed).size).toBe(listed.length);
  expect(sources.filter((source) => !listed.includes(source))).toEqual([]);
});

test("no two pages have the same route", () => {
  expect(new Set(pages.map(({ route }) => route)).size).toBe(pages.length);
});
