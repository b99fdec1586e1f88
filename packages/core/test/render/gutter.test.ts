import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gutterCost, gutterOf, gutters, type Gutter } from "../../src/render/number-lines.ts";
import { numberText } from "../../src/render/body-text.ts";
import { estimateTokens } from "../../src/tokens/estimate-tokens.ts";

test.for([
  ["compact", 12, "12\t", "12:"],
  ["compact", -3, "-3\t", "-3:"],
  ["cat-n", 12, "    12\t", "    12:"],
  ["cat-n", 1_234_567, "1234567\t", "1234567:"],
  ["cat-n", -3, "    -3\t", "    -3:"],
  ["pipe", 12, "12 | ", "12 : "],
  ["bar", 12, "12|", "12:"],
  ["none", 12, "", ""],
] as const)("%s before line %i is %j, and %j before a match", ([gutter, line, plain, match]) => {
  expect(gutterOf(gutter, line)).toBe(plain);
  expect(gutterOf(gutter, line, "match")).toBe(match);
});

describe("the cost", () => {
  const ranges = fc.tuple(
    fc.constantFrom<Gutter>(...gutters),
    fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: -300, max: -1 })),
    fc.nat({ max: 300 }),
  );

  test("has the bytes of the gutters, whatever the range", () => {
    fc.assert(
      fc.property(ranges, ([gutter, first, count]) => {
        const lines = first < 0 ? Math.min(count, -first) : count;
        const written = Array.from({ length: lines }, (_, at) => gutterOf(gutter, first + at)).join("");
        expect(gutterCost(gutter, first, lines).bytes).toBe(written.length);
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  test("of two ranges that follow each other is that of both, but for rounding", () => {
    fc.assert(
      fc.property(ranges, fc.nat({ max: 300 }), ([gutter, first, count], more) => {
        const start = Math.abs(first);
        const [left, right, both] = [
          gutterCost(gutter, start, count),
          gutterCost(gutter, start + count, more),
          gutterCost(gutter, start, count + more),
        ];
        expect(left.bytes + right.bytes).toBe(both.bytes);
        expect(Math.abs(left.tokens + right.tokens - both.tokens)).toBeLessThanOrEqual(1);
      }),
      { seed: 13, numRuns: 500 },
    );
  });

  test("of a thousand million lines is computed at once", () => {
    expect(gutterCost("compact", 1, 1_000_000_000).bytes).toBe(8_888_888_899 + 1_000_000_000);
  });

  test.for([
    ["compact", 0, 0],
    ["none", 1, 1000],
  ] as const)("of %s from %i, %i lines, is nothing", ([gutter, first, count]) => {
    expect(gutterCost(gutter, first, count)).toEqual({ bytes: 0, tokens: 0 });
  });

  // o200k, by gpt-tokenizer 4, counted 1.69, 3.69, 2.51 and 2.01 tokens a line more with a gutter of three digits than
  // without, over code, prose, logs, JSON, CSV and Chinese.
  test.for([
    ["compact", 1.7],
    ["cat-n", 3.7],
    ["pipe", 2.5],
    ["bar", 2],
  ] as const)("of %s in tokens is what a tokenizer adds: %f a line", ([gutter, tokens]) => {
    expect(gutterCost(gutter, 100, 900).tokens / 900).toBeCloseTo(tokens, 1);
  });

  test.for(gutters)("of %s agrees with the estimate of the numbered text", (gutter) => {
    const lines = Array.from(
      { length: 400 },
      (_, at) => `    const value${at} = compute(${at}, "text ${at}"); // note`,
    );
    const text = lines.join("\n");
    const metered = estimateTokens(text) + gutterCost(gutter, 300, 400).tokens;
    expect(Math.abs(metered / estimateTokens(numberText(text, 300, gutter)) - 1)).toBeLessThan(0.1);
  });
});

describe("numberText", () => {
  test.for([
    ["a\nb", 9, "compact", "9\ta\n10\tb"],
    ["a\n", 1, "compact", "1\ta\n2\t"],
    ["", 1, "compact", "1\t"],
    ["\n\n", 1, "bar", "1|\n2|\n3|"],
    ["a\nb\nc", -2, "pipe", "-2 | a\n-1 | b\n0 | c"],
    ["$&\n$1", 1, "compact", "1\t$&\n2\t$1"],
    ["a\nb", 5, "none", "a\nb"],
  ] as const)("%j from %i with %s", ([text, first, gutter, expected]) => {
    expect(numberText(text, first, gutter)).toBe(expected);
  });
});
