import { expect, test } from "vitest";
import { lightOfMiddle } from "../../src/colours/icc.ts";
import { curveTag, formulaTag, linearGrey, screenProfile } from "../grey-profile.ts";

const points = Array.from({ length: 1024 }, (_, index) => Math.round((index / 1023) ** 1.8 * 65_535));

test.for([
  ["the light itself", curveTag([]), 0.5],
  ["an exponent", curveTag([2.2 * 256]), 0.218],
  ["the two ends of a line", curveTag([0, 65_535]), 0.5],
  ["points", curveTag(points), 0.287],
  ["an exponent as a formula", formulaTag(0, [1]), 0.5],
  ["the formula of sRGB", formulaTag(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]), 0.214],
] as const)("the middle of a curve is found: %s", ([, curve, light]) => {
  expect(lightOfMiddle(screenProfile("screen", curve))).toBeCloseTo(light, 3);
});

test("the curve of greys is one, too", () => {
  expect(lightOfMiddle(linearGrey())).toBe(0.5);
});

test("an invalid or truncated curve has no middle", () => {
  expect(lightOfMiddle(screenProfile("screen", Buffer.from("mft2\0\0\0\0\0\0\0\0")))).toBeUndefined();
  expect(lightOfMiddle(new Uint8Array(40))).toBeUndefined();
  const whole = screenProfile("screen", curveTag(points));
  for (const length of [127, 140, 600, whole.length - 3000]) {
    expect(() => lightOfMiddle(whole.subarray(0, length))).not.toThrow();
  }
});
