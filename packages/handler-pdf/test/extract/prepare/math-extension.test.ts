import { expect, it } from "vitest";
import { mathExtension } from "../../../src/extract/prepare/name-glyphs.ts";

const map = mathExtension();

it("names sums, integrals, roots and brackets by their codes", () => {
  for (const entry of ["<50> <2211>", "<58> <2211>", "<5a> <222b>", "<70> <221a>", "<00> <0028>", "<7f> <21d3>"])
    expect(map).toContain(`\n${entry}\n`);
});

it("names the first signs where old programs put them, too", () => {
  expect(map).toContain("<a1> <0028>");
  expect(map).toContain("<b3> <0028>");
});

it("has no list of more than a hundred signs, and each as long as it says", () => {
  const lists = [...map.matchAll(/(\d+) beginbfchar\n([^e]*(?:e(?!ndbfchar)[^e]*)*)\nendbfchar/gu)];
  expect(lists.length).toBeGreaterThan(1);
  for (const [, count, list = ""] of lists) {
    expect(list.split("\n")).toHaveLength(Number(count));
    expect(Number(count)).toBeLessThanOrEqual(100);
  }
});
