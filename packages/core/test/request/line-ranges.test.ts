import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLineRanges } from "../../src/request/check-request.ts";

test.for([
  ["5", [{ first: 5, last: 5 }]],
  ["5-16", [{ first: 5, last: 16 }]],
  [
    "5-16,960-973",
    [
      { first: 5, last: 16 },
      { first: 960, last: 973 },
    ],
  ],
  [
    " 5 - 16 ; 960-973 ,",
    [
      { first: 5, last: 16 },
      { first: 960, last: 973 },
    ],
  ],
  ["10-", [{ first: 10 }]],
  ["10-end", [{ first: 10 }]],
  ["10-$", [{ first: 10 }]],
  ["L5-L16", [{ first: 5, last: 16 }]],
  ["5\u201316", [{ first: 5, last: 16 }]],
  [
    "960-973,5-16",
    [
      { first: 5, last: 16 },
      { first: 960, last: 973 },
    ],
  ],
  ["5-16,10-20", [{ first: 5, last: 20 }]],
  ["5-16,17-20", [{ first: 5, last: 20 }]],
  [
    "5-16,18-20",
    [
      { first: 5, last: 16 },
      { first: 18, last: 20 },
    ],
  ],
  ["5-100,7-9", [{ first: 5, last: 100 }]],
  ["50-,7-9,60-70", [{ first: 7, last: 9 }, { first: 50 }]],
  ["3,3,3", [{ first: 3, last: 3 }]],
] as const)("%s", ([text, ranges]) => {
  expect(parseLineRanges(text).value).toEqual(ranges);
});

test.for([
  ["", "names no line"],
  [",", "names no line"],
  ["0", "count from 1"],
  ["0-5", "count from 1"],
  ["9-5", "ends before it starts"],
  ["-5", "count from the start"],
  ["a-b", "is not a range"],
  ["5-6-7", "is not a range"],
  ["1.5", "is not a range"],
  ["1-2 3-4", "is not a range"],
  ["99999999999999999999", "beyond any file"],
  ["1-99999999999999999999", "beyond any file"],
] as const)("%j is refused", ([text, problem]) => {
  const { issue } = parseLineRanges(text);
  expect(issue?.problem).toContain(problem);
  expect(issue?.problem).toMatch(/^lines /);
});

test("the last lines are to be asked for with an offset", () => {
  expect(parseLineRanges("- 5").issue?.fix).toBe("send offset -5 for the last lines");
});

test("merged ranges hold exactly the lines that were named, in order and apart", () => {
  const range = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.nat({ max: 12 }))
    .map(([first, more]) => ({ first, last: first + more }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 12 }), (ranges) => {
      const merged = parseLineRanges(ranges.map(({ first, last }) => `${first}-${last}`).join(",")).value ?? [];
      const lines = (some: readonly { first: number; last?: number }[]): number[] =>
        some.flatMap(({ first, last = first }) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
      expect(lines(merged)).toEqual([...new Set(lines(ranges))].toSorted((left, right) => left - right));
      for (const [at, { first }] of merged.entries()) expect(first).toBeGreaterThan((merged[at - 1]?.last ?? -1) + 1);
    }),
    { seed: 6 },
  );
});
