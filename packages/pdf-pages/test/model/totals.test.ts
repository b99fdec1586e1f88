import { describe, expect, it } from "vitest";
import { createTotals, mostUsed } from "../../src/model/numbers.ts";

function totalsOf(entries: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  const totals = createTotals<string>();
  for (const [key, length] of entries) totals.add(key, length);
  return totals.all();
}

describe("totals", () => {
  it("are sums by key, in order of first appearance", () => {
    const all = totalsOf([
      ["b", 1],
      ["b", 2],
      ["a", 4],
      ["b", 8],
    ]);
    expect([...all]).toEqual([
      ["b", 11],
      ["a", 4],
    ]);
  });

  it("continue after they were read", () => {
    const totals = createTotals<number>();
    totals.add(10, 1);
    expect(totals.all().get(10)).toBe(1);
    totals.add(10, 2);
    expect(totals.all().get(10)).toBe(3);
  });

  it("return the first of several keys with the largest total", () => {
    const equal = totalsOf([
      ["first", 3],
      ["second", 3],
    ]);
    expect(mostUsed(equal)).toBe("first");
    expect(mostUsed(new Map())).toBeUndefined();
  });
});
