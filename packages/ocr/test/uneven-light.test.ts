import { expect, test } from "vitest";
import { isUnevenlyLit } from "../src/uneven-light.ts";

const size = { widthPx: 320, heightPx: 320 };

/** A page of print, line after line of it, on a ground as bright as told. */
function page(groundAt: (x: number, y: number) => number): Uint8Array {
  return Uint8Array.from({ length: 320 * 320 }, (_, at) => {
    const [x, y] = [at % 320, Math.floor(at / 320)];
    return y % 20 < 6 && x % 4 < 2 ? 20 : groundAt(x, y);
  });
}

test("the ground of a scan is as bright everywhere, print or none", () => {
  expect(isUnevenlyLit({ data: page(() => 250), ...size })).toBe(false);
  expect(isUnevenlyLit({ data: page(() => 120), ...size })).toBe(false);
});

test("a page with a shadow on one side is unevenly lit", () => {
  expect(isUnevenlyLit({ data: page((x) => 250 - x / 2), ...size })).toBe(true);
});

test("the panels of a screenshot are not, one dark and one light", () => {
  expect(isUnevenlyLit({ data: page((x) => (x < 100 ? 90 : 250)), ...size })).toBe(false);
});

test("one pixel is lit as it is", () => {
  expect(isUnevenlyLit({ data: new Uint8Array(1), widthPx: 1, heightPx: 1 })).toBe(false);
});
