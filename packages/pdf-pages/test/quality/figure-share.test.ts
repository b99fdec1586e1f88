import { expect, test } from "vitest";
import { figureShareOf } from "../../src/quality/page-quality.ts";
import type { Box } from "../../src/model/page-content.ts";
import { pageOf, wholePage } from "./page-of.ts";

const left: Box = { x0: 0, y0: 0, x1: 300, y1: 800 };

test.for<readonly [name: string, images: readonly Box[], share: number]>([
  ["no pictures", [], 0],
  ["one of the whole page", [wholePage], 1],
  ["half of the page", [left], 0.5],
  ["two that overlap", [left, { ...left, x1: 150 }], 0.5],
  ["one that leaves the page on all sides", [{ x0: -900, y0: -900, x1: 9000, y1: 9000 }], 1],
  ["one outside of the page", [{ x0: 700, y0: 0, x1: 900, y1: 800 }], 0],
  ["one that is inside out", [{ x0: 300, y0: 0, x1: 100, y1: 800 }], 0],
  [
    "strips of a scan",
    Array.from({ length: 16 }, (_, index) => ({ ...wholePage, y0: index * 50, y1: index * 50 + 50 })),
    1,
  ],
  ["one of no size that is known", [{ x0: Number.NaN, y0: 0, x1: Number.NaN, y1: 800 }], 0],
])("the share of %s", ([, images, share]) => {
  expect(figureShareOf(pageOf("", { images }))).toBeCloseTo(share, 2);
});

test.for([0, -1, Number.NaN])("a page %d points wide has no figure", (widthPt) => {
  expect(figureShareOf({ ...pageOf("", { images: [wholePage] }), widthPt })).toBe(0);
});
