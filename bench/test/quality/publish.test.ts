import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withResults } from "../../src/quality/publish.ts";

const page = "before\n\n<!-- quality one -->\n\nold\n\n<!-- /quality one -->\n\nafter\n";

test("a result replaces the last one between its marks, and nothing else", () => {
  expect(withResults(page, { one: "new\n" })).toBe(
    "before\n\n<!-- quality one -->\n\nnew\n\n<!-- /quality one -->\n\nafter\n",
  );
});

test("a result without a place is an error", () => {
  expect(() => withResults(page, { two: "new" })).toThrow("The page has no place for two");
});

test("the page has a place for every result", () => {
  const written = readFileSync(new URL("../../../docs/quality.md", import.meta.url), "utf8");
  const source = readFileSync(new URL("../../src/quality/quality.ts", import.meta.url), "utf8");
  const names = [...source.matchAll(/yield \{ "?([a-z-]+)"?: /g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) expect(written).toContain(`<!-- quality ${name} -->`);
});
