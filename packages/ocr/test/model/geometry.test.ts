import fc from "fast-check";
import { expect, test } from "vitest";
import { boxMapper } from "../../src/model/geometry.ts";

const size = { widthPx: 100, heightPx: 50 };
const box = { x0: 10, y0: 5, x1: 30, y1: 9 };

test.for([
  [0, box],
  [180, { x0: 70, y0: 41, x1: 90, y1: 45 }],
  // Rotated clockwise, the left edge is on top: 5 from the top was 5 from the left.
  [90, { x0: 5, y0: 20, x1: 9, y1: 40 }],
  [270, { x0: 91, y0: 10, x1: 95, y1: 30 }],
] as const)("a box of an image that was turned by %d° is found in the image as it came", ([turn, expected]) => {
  expect(boxMapper(size, turn, 0)(box)).toEqual(expected);
});

test("a box of an image that was made straight is the upright one around it", () => {
  const { x0, y0, x1, y1 } = boxMapper(size, 0, 0.05)({ x0: 40, y0: 23, x1: 60, y1: 27 });
  expect(x0).toBeLessThanOrEqual(40);
  expect(x1).toBeGreaterThanOrEqual(60);
  expect(y1 - y0).toBeGreaterThan(4);
});

test("no box leaves its image", () => {
  const sides = fc.integer({ min: 0, max: 400 });
  const property = fc.property(
    fc.tuple(sides, sides, sides, sides),
    fc.double({ min: -0.3, max: 0.3, noNaN: true }),
    (points, radians) => {
      const [x0, y0, x1, y1] = points;
      const mapped = boxMapper(size, 270, radians)({ x0, y0, x1, y1 });
      expect(mapped.x0).toBeGreaterThanOrEqual(0);
      expect(mapped.y0).toBeGreaterThanOrEqual(0);
      expect(mapped.x1).toBeLessThanOrEqual(size.widthPx);
      expect(mapped.y1).toBeLessThanOrEqual(size.heightPx);
    },
  );
  fc.assert(property, { seed: 1 });
});
