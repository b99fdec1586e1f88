import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipOffset, countCharacters, offsetOfCharacter } from "../../../src/text/lines/clip.ts";

describe("clipping a line", () => {
  test.for([
    ["plain text at the limit", "abcdef", 4, "abcd"],
    ["nothing that is short enough", "abc", 3, "abc"],
    ["before a letter whose mark would be cut off", "abe\u0301f", 3, "ab"],
    ["before an emoji of several characters", "ab👨‍👩‍👧cd", 4, "ab"],
    ["before a flag", "a🇩🇪b", 2, "a"],
    ["by characters, not by UTF-16 units", "😀😀😀", 2, "😀😀"],
    ["between Chinese characters", "汉字汉字", 2, "汉字"],
  ] as const)("cuts %s", ([, text, limit, expected]) => {
    expect(text.slice(0, clipOffset(text, limit))).toBe(expected);
  });

  test("cuts a cluster without end all the same, and never inside a character", () => {
    const zalgo = `x${"\u0301".repeat(100_000)}`;
    expect(clipOffset(zalgo, 2000)).toBe(2000);
  });

  test("never splits a surrogate pair and never keeps more than allowed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const kept = text.slice(0, clipOffset(text, limit));
        expect([...kept].length).toBeLessThanOrEqual(limit);
        expect([...kept, ...text.slice(kept.length)]).toEqual([...text]);
      }),
      { seed: 23, numRuns: 500 },
    );
  });
});

test("characters are counted and skipped as code points", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat({ max: 40 }), (text, count) => {
      expect(countCharacters(text)).toBe([...text].length);
      expect(text.slice(0, offsetOfCharacter(text, count))).toBe([...text].slice(0, count).join(""));
    }),
    { seed: 29 },
  );
});
