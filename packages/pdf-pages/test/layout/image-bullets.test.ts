import { expect, it } from "vitest";
import { withDrawnBullets } from "../../src/layout/lists.ts";
import { textOf } from "../../src/model/page-content.ts";
import { block, line, page } from "./pages.ts";

const texts = ["The first point", "The second point", "The third point"];
const lines = texts.map((text, index) => line(text, { x: 90, y: 100 + 20 * index }));

/** The texts beside images of these sizes. */
function besideImages(sizes: readonly number[]): readonly string[] {
  const images = sizes.map((size, index) => ({
    x0: 80,
    y0: 103 + 20 * index,
    x1: 80 + size,
    y1: 103 + size + 20 * index,
  }));
  const { blocks } = withDrawnBullets({ ...page(block(...lines)), images }, { trueVectors: () => [] });
  return blocks.flatMap((one) => one.lines.map(({ runs }) => textOf(runs)));
}

it("small images of one size before lines are bullets", () => {
  expect(besideImages([5, 5, 5])).toEqual(texts.map((text) => `• ${text}`));
});

it("a single image, images of several sizes and large ones are none", () => {
  expect(besideImages([5])).toEqual(texts);
  expect(besideImages([3, 4, 5])).toEqual(texts);
  expect(besideImages([16, 16, 16])).toEqual(texts);
});
