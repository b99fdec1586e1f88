import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  classCount,
  classIndex,
  classTable,
  estimateTokens,
  narrowClasses,
  wideClasses,
  wideClassNames,
} from "../../src/tokens/estimate-tokens.ts";
import { narrowCosts, wideCosts } from "../../src/tokens/token-costs.ts";

const folder = new URL("fixtures/", import.meta.url);
const samples = readdirSync(folder).filter((name) => name.endsWith(".txt"));
const counts = new Map(Object.entries(readCounts()));

/** What o200k counts, written by scripts/count-sample-tokens.mjs. */
function readCounts(): Record<string, number> {
  const counted: unknown = JSON.parse(readFileSync(new URL("counts.json", folder), "utf8"));
  if (typeof counted !== "object" || counted === null) throw new Error("counts.json holds no counts");
  return Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, Number(count)]));
}

function read(name: string): string {
  return readFileSync(new URL(name, folder), "utf8");
}

test("every sample has a count", () => {
  expect([...counts.keys()]).toEqual(samples.toSorted());
});

test.for(samples)("%s is estimated within a quarter of what o200k counts", (name) => {
  const exact = counts.get(name) ?? Number.NaN;
  expect(Math.abs(estimateTokens(read(name)) / exact - 1)).toBeLessThanOrEqual(0.25);
});

test("over all samples the estimate is within a twentieth", () => {
  const estimate = samples.reduce((sum, name) => sum + estimateTokens(read(name)), 0);
  const exact = [...counts.values()].reduce((sum, count) => sum + count, 0);
  expect(Math.abs(estimate / exact - 1)).toBeLessThanOrEqual(0.05);
});

test("an empty text has no tokens, and any other has some", () => {
  expect(estimateTokens("")).toBe(0);
  for (const text of ["a", " ", "\n", "\t", "\u200d", "\ud83d", "=", "\u{1f600}"]) {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(1);
  }
});

describe("what no prose looks like", () => {
  // What o200k counts, from gpt-tokenizer 4.
  test.for([
    ["digits", "7".repeat(1000), 334],
    ["letters without sense", "xqzjvkwpbmtrflghdcsn".repeat(10), 131],
    ["ones and zeros", "0110100110010110".repeat(50), 267],
  ] as const)("%s are within a third", ([, text, exact]) => {
    expect(Math.abs(estimateTokens(text) / exact - 1)).toBeLessThanOrEqual(1 / 3);
  });

  test.for([
    ["x".repeat(24), "x".repeat(25)],
    ["a b ".repeat(50) + "x".repeat(24), "a b ".repeat(50) + "x".repeat(25)],
    ["x".repeat(24) + " ".repeat(30), "x".repeat(25) + " ".repeat(29)],
  ] as const)("the letter after the 24th in a row costs more, wherever the row stands (%#)", ([shorter, longer]) => {
    const one = 200;
    const difference = estimateTokens(longer.repeat(one)) - estimateTokens(shorter.repeat(one));
    expect(difference).toBeGreaterThan(0.3 * one);
  });

  test("long rulers and indentation are not counted by the character", () => {
    expect(estimateTokens("=".repeat(100))).toBeLessThan(25);
    expect(estimateTokens(" ".repeat(100))).toBeLessThan(25);
  });
});

test("the estimates of blocks add up to that of the whole", () => {
  const block = fc
    .array(fc.string({ unit: "grapheme", maxLength: 40 }), { maxLength: 10 })
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
      const apart = blocks.reduce((sum, text) => sum + estimateTokens(text), 0);
      const together = estimateTokens(blocks.join(""));
      // Each is rounded up by itself.
      expect(apart - together).toBeGreaterThanOrEqual(0);
      expect(apart - together).toBeLessThanOrEqual(blocks.length);
    }),
    { seed: 7 },
  );
});

test("a longer text never costs less", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (left, right) => {
      expect(estimateTokens(left + right)).toBeGreaterThanOrEqual(estimateTokens(left));
    }),
    { seed: 8 },
  );
});

test("what a text costs does not depend on how much was estimated before it", async () => {
  vi.resetModules();
  // Of its own, because the one above has estimated much already.
  const { estimateTokens: fresh } = await import("../../src/tokens/estimate-tokens.ts");
  const pages = samples.map((name) => read(name).slice(0, 3000));
  const first = pages.map((text) => fresh(text));
  for (let round = 0; round < 30; round += 1) for (const text of pages) fresh(text);
  expect(pages.reduce((sum, text) => sum + text.length, 0)).toBeGreaterThan(3000);
  expect(pages.map((text) => fresh(text))).toEqual(first);
});

describe("the tables", () => {
  test("every code unit has a class, and every class a cost after every other", () => {
    const classes = classTable();
    const units = Array.from({ length: 0x10000 }, (_, unit) => unit);
    expect(units.filter((unit) => !((classes[classIndex(unit)] ?? classCount) < classCount))).toEqual([]);
    expect(wideClasses.every(([start]) => start % 16 === 0)).toBe(true);
    expect(classCount).toBeLessThanOrEqual(32);
    expect(narrowCosts.map((row) => row.length)).toEqual(
      Array.from({ length: narrowClasses.length + 1 }, () => narrowClasses.length),
    );
    expect(wideCosts.map((row) => row.length)).toEqual(wideClassNames.map(() => 3));
  });

  test("every cost fits a byte", () => {
    for (const cost of [...narrowCosts.flat(), ...wideCosts.flat()]) {
      expect(Number.isInteger(cost) && cost >= 0 && cost <= 255).toBe(true);
    }
  });
});
