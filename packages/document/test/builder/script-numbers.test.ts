import { expect, test } from "vitest";
import { numberIn } from "../../src/builder/list-counter.ts";

test.for([
  [6, 21, "Twenty-one"],
  [6, 100, "100"],
  [7, 1, "First"],
  [7, 12, "Twelfth"],
  [7, 20, "Twentieth"],
  [7, 33, "Thirty-third"],
  [10, 20, "二〇"],
  [11, 321, "三百二十一"],
  [11, 10, "十"],
  [37, 11, "十一"],
  [11, 10_000, "10000"],
  [12, 2, "イ"],
  [21, 1, "イ"],
  [12, 99, "99"],
  [14, 12, "１２"],
  [18, 20, "⑳"],
  [18, 21, "21"],
  [24, 3, "다"],
  [27, 4, "⑷"],
  [57, 5, "- 5 -"],
  [59, 2, "Б"],
  [0, 7, "7"],
] as const)("in the format %d the number %d of a list is %s", ([format, value, shown]) => {
  expect(numberIn(format, value)).toBe(shown);
});
