import { expect, test } from "vitest";
import { align } from "../../src/quality/score/align.ts";

function alignLetters(one: string, other: string): ReturnType<typeof align> {
  return align([one.length, other.length], (a, b) => (one[a] === other[b] ? 1 : 0));
}

test("items in the same order are paired, and those between are passed over", () => {
  expect(alignLetters("abcd", "axcd")).toEqual({
    sum: 3,
    pairs: [
      [0, 0],
      [2, 2],
      [3, 3],
    ],
  });
});

test("no pair crosses another", () => {
  expect(alignLetters("ab", "ba").sum).toBe(1);
});

test("nothing is paired with nothing", () => {
  expect(alignLetters("", "ab")).toEqual({ sum: 0, pairs: [] });
});

test("the greatest sum wins, not the most pairs", () => {
  const similarities = [
    [0.4, 0.9],
    [0, 0.4],
  ];
  expect(align([2, 2], (a, b) => similarities[a]?.[b] ?? 0)).toEqual({ sum: 0.9, pairs: [[0, 1]] });
});
