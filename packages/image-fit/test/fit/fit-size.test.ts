import fc from "fast-check";
import { expect, test } from "vitest";
import { fitSize } from "../../src/index.ts";
import { providers } from "../images.ts";

const size = fc.record({ widthPx: fc.integer({ min: 1, max: 32_768 }), heightPx: fc.integer({ min: 1, max: 32_768 }) });

const patchesOf = (side: { widthPx: number; heightPx: number }, patchPx: number): number =>
  Math.ceil(side.widthPx / patchPx) * Math.ceil(side.heightPx / patchPx);

test.for(providers)("every size fits what %s shows as it is, in its own shape", ([, images]) => {
  fc.assert(
    fc.property(size, (given) => {
      const fitted = fitSize(given, images);
      expect(Math.max(fitted.widthPx, fitted.heightPx)).toBeLessThanOrEqual(images.nativeSidePx);
      expect(Math.min(fitted.widthPx, fitted.heightPx)).toBeGreaterThanOrEqual(1);
      expect(fitted.widthPx).toBeLessThanOrEqual(given.widthPx);
      expect(fitted.heightPx).toBeLessThanOrEqual(given.heightPx);
      if (images.tokens.kind === "patches") {
        expect(patchesOf(fitted, images.tokens.patchPx)).toBeLessThanOrEqual(images.tokens.maxTokens);
      }
      const scale = Math.max(fitted.widthPx, fitted.heightPx) / Math.max(given.widthPx, given.heightPx);
      expect(Math.abs(fitted.widthPx - given.widthPx * scale)).toBeLessThanOrEqual(1);
      expect(Math.abs(fitted.heightPx - given.heightPx * scale)).toBeLessThanOrEqual(1);
    }),
  );
});

test.for(providers)("fitting a fitted size for %s changes nothing", ([, images]) => {
  fc.assert(
    fc.property(size, (given) => {
      const fitted = fitSize(given, images);
      expect(fitSize(fitted, images)).toEqual(fitted);
    }),
  );
});

const limits = { nativeSidePx: 1568, maxSidePx: 8000 };

test.for([
  [4032, 3024, 1568, 1176],
  [3024, 4032, 1176, 1568],
  [1568, 1568, 1568, 1568],
  [800, 600, 800, 600],
  [20_000, 2, 1568, 1],
])("%i×%i becomes %i×%i", ([widthPx = 0, heightPx = 0, fittedWidthPx = 0, fittedHeightPx = 0]) => {
  expect(fitSize({ widthPx, heightPx }, limits)).toEqual({ widthPx: fittedWidthPx, heightPx: fittedHeightPx });
});

test("an image of more patches than the provider shows is as large as they allow", () => {
  const tokens = { kind: "patches", patchPx: 28, maxTokens: 1568 } as const;
  const fitted = fitSize({ widthPx: 4032, heightPx: 3024 }, { ...limits, tokens });
  expect(patchesOf(fitted, 28)).toBeLessThanOrEqual(1568);
  expect(patchesOf({ widthPx: fitted.widthPx + 28, heightPx: fitted.heightPx + 28 }, 28)).toBeGreaterThan(1568);
});
