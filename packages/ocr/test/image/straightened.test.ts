import type { RecognisableImage } from "@reader/core/internal";
import { expect, test } from "vitest";
import { boxMapper } from "../../src/model/geometry.ts";
import { straightened } from "../../src/image/skew.ts";

const size = { widthPx: 200, heightPx: 120 };

/** White, with a black square. */
function squareAt(x: number, y: number, side: number): RecognisableImage {
  const data = new Uint8Array(size.widthPx * size.heightPx).fill(255);
  for (let row = y; row < y + side; row++) data.fill(0, row * size.widthPx + x, row * size.widthPx + x + side);
  return { data, ...size };
}

test("boxes of a straightened image map back to the original", () => {
  const { data } = straightened(squareAt(150, 30, 6), 0.1);
  const dark = Array.from(data.keys()).filter((at) => (data[at] ?? 255) < 128);
  const xs = dark.map((at) => at % size.widthPx);
  const ys = dark.map((at) => Math.floor(at / size.widthPx));
  const seen = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs) + 1, y1: Math.max(...ys) + 1 };
  const box = boxMapper(size, 0, 0.1)(seen);
  expect(Math.abs((box.x0 + box.x1) / 2 - 153)).toBeLessThanOrEqual(1);
  expect(Math.abs((box.y0 + box.y1) / 2 - 33)).toBeLessThanOrEqual(1);
  expect(seen.y0).toBeGreaterThan(30);
});

test("the ground of the page comes into the corners, white or not", () => {
  const { data } = straightened({ ...size, data: squareAt(90, 50, 20).data.map((grey) => grey * 0.8) }, 0.1);
  expect(data[0]).toBe(204);
  expect(data[60 * size.widthPx + 100]).toBe(0);
});

test("an angle of 0 changes only the outermost pixels", () => {
  const square = squareAt(50, 30, 20);
  expect(straightened(square, 0).data).toEqual(square.data);
});
