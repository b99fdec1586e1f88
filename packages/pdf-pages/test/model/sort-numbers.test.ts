import fc from "fast-check";
import { expect, test } from "vitest";
import { sortNumbers } from "../../src/model/numbers.ts";

test("numbers are sorted, each with its companion", () => {
  const pair = fc.tuple(fc.double({ noNaN: true }), fc.integer());
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 200 }), (pairs) => {
      const numbers = pairs.map(([number]) => number + 0);
      const along = pairs.map(([, companion]) => companion);
      const before = numbers.map((number, index) => `${number} ${along[index] ?? ""}`).toSorted();
      sortNumbers(numbers, along);
      expect(numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))).toBe(true);
      expect(numbers.map((number, index) => `${number} ${along[index] ?? ""}`).toSorted()).toEqual(before);
    }),
    { seed: 4 },
  );
});

test("numbers are sorted without companions too", () => {
  const numbers = [3, 1, 2, 5, 4];
  sortNumbers(numbers);
  expect(numbers).toEqual([1, 2, 3, 4, 5]);
});
