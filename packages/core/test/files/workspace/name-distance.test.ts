import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance, nameDistance, stemDistance } from "../../../src/files/workspace/name-distance.ts";

describe("edits between texts", () => {
  test.for([
    ["", "", 0],
    ["a", "", 1],
    ["kitten", "sitting", 3],
    ["ca", "ac", 1],
    ["abcd", "acbd", 1],
    ["abcdef", "badcfe", 3],
    ["readme", "raedme", 1],
    ["flaw", "lawn", 2],
  ] as const)("%s to %s takes %d", ([left, right, edits]) => {
    expect(editDistance(left, right, 10)).toBe(edits);
  });

  test("beyond the limit are not counted", () => {
    expect(editDistance("kitten", "sitting", 2)).toBeUndefined();
    expect(editDistance("a".repeat(10_000), "b".repeat(10_000), 3)).toBeUndefined();
    expect(editDistance("a".repeat(100_000), "", 3)).toBeUndefined();
  });

  test("are as many in both directions, and the limit only hides", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.nat({ max: 8 }), (left, right, limit) => {
        const edits = editDistance(left, right, 100) ?? Number.NaN;
        expect(editDistance(right, left, 100)).toBe(edits);
        expect(editDistance(left, right, limit)).toBe(edits <= limit ? edits : undefined);
        expect(edits).toBeGreaterThanOrEqual(Math.abs(left.length - right.length));
        expect(edits === 0).toBe(left === right);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

describe("names", () => {
  test("are nearest in another case, then with another extension, then with typing errors, then longer", () => {
    const names = ["CONFIG.YML", "config.yaml", "confg.yml", "config.yml.of.last.year"];
    const distances = names.map((name) => nameDistance("config.yml", name) ?? Number.NaN);
    expect(distances).toEqual(distances.toSorted((left, right) => left - right));
    expect(new Set(distances).size).toBe(4);
    expect(distances[0]).toBe(0);
  });

  test.for([
    ["readme", "readme.md"],
    ["README.txt", "readme.md"],
    ["a.test.ts", "a.test.tsx"],
    ["Caf\u00e9", "cafe\u0301.md"],
  ] as const)("%s and %s have the same stem", ([asked, name]) => {
    expect(stemDistance(asked, name)).toBe(2);
  });

  test.for([
    ["main.ts", "index.ts"],
    ["a", "b.txt"],
    ["ab", "cd"],
    ["package.json", "tsconfig.json"],
    ["chg.pdf", "big.pdf"],
    [".env", ".git"],
  ] as const)("%s and %s are other names", ([asked, name]) => {
    expect(nameDistance(asked, name)).toBeUndefined();
  });

  test("that start with a dot are no extensions", () => {
    expect(stemDistance(".a", ".b")).toBeUndefined();
  });
});
