import { expect, test } from "vitest";
import { estimateSkew } from "../../src/image/skew.ts";

const [widthPx, heightPx] = [600, 400];

/** Lines of print, each a row of short bars, that fall by so much to the right. */
function pageOf(slope: number) {
  const data = new Uint8Array(widthPx * heightPx).fill(255);
  for (let line = 60; line < 340; line += 30) {
    for (let x = 40; x < 560; x++) {
      if (x % 9 === 0) continue;
      const top = Math.round(line + x * slope);
      for (let y = top; y < top + 12; y++) data[y * widthPx + x] = 0;
    }
  }
  return { data, widthPx, heightPx };
}

test.for([-0.1, -0.03, 0, 0.02, 0.06])("lines that fall by %d a pixel are found to do so", (slope) => {
  expect(estimateSkew(pageOf(slope))).toBeCloseTo(-Math.atan(slope), 2);
});

test("a page without ink is level", () => {
  const blank = { data: new Uint8Array(100).fill(255), widthPx: 10, heightPx: 10 };
  expect(estimateSkew(blank)).toBeCloseTo(0, 5);
});
