import { expect, it } from "vitest";
import { mathExtension } from "../../../src/extract/prepare/name-glyphs.ts";

const map = mathExtension();

it("names sums, integrals, roots and brackets by code", () => {
  for (const entry of ["<50> <2211>", "<58> <2211>", "<5a> <222b>", "<70> <221a>", "<00> <0028>", "<7f> <21d3>"])
    expect(map).toContain(`\n${entry}\n`);
});

it("names the first symbols also where old programs put them", () => {
  expect(map).toContain("<a1> <0028>");
  expect(map).toContain("<b3> <0028>");
});

it("has lists of at most a hundred symbols, each with its stated length", () => {
  const lists = [...map.matchAll(/(\d+) beginbfchar\n([^e]*(?:e(?!ndbfchar)[^e]*)*)\nendbfchar/gu)];
  expect(lists.length).toBeGreaterThan(1);
  for (const [, count, list = ""] of lists) {
    expect(list.split("\n")).toHaveLength(Number(count));
    expect(Number(count)).toBeLessThanOrEqual(100);
  }
});
