import { expect, test } from "vitest";
import { inkLevelsOf } from "../../src/image/brightness.ts";

/** A page of which a twentieth is ink. */
function pageOf(ink: number, ground: number): Uint8Array {
  return Uint8Array.from({ length: 1000 }, (_, at) => (at % 20 === 0 ? ink : ground));
}

test("the ink threshold is between ink and background, also in faint print", () => {
  expect(inkLevelsOf(pageOf(0, 255))).toEqual({ ground: 255, half: 127.5, sure: 179, likely: 222 });
  expect(inkLevelsOf(pageOf(140, 224))).toEqual({ ground: 224, half: 182, sure: 199, likely: 213 });
});

test("of noise on an empty page no rule is made", () => {
  const { sure, likely } = inkLevelsOf(pageOf(225, 250));
  expect(sure).toBeLessThan(225);
  expect(likely).toBeLessThan(225);
});
