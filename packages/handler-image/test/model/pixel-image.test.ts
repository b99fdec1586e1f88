import { expect, test } from "vitest";
import { decodedPixels } from "../../src/model/pixel-image.ts";

const data = new Uint8ClampedArray(24);

test("pixels of a whole image are passed on", () => {
  expect(decodedPixels({ width: 3, height: 2, data })).toMatchObject({ widthPx: 3, heightPx: 2, channels: 4 });
});

test.for([
  ["fewer pixels than its size has", { width: 3, height: 3, data }],
  ["more pixels than its size has", { width: 2, height: 2, data }],
  ["no size", { width: 0, height: 0, data: new Uint8ClampedArray(0) }],
  ["a size that is no number", { width: Number.NaN, height: 2, data }],
  ["a negative size", { width: -3, height: -2, data }],
] as const)("%s are an error of the file", ([, decoded]) => {
  expect(() => decodedPixels(decoded)).toThrow(expect.objectContaining({ code: "corrupt" }));
});

test.for([undefined, null, []])("%j instead of pixels is an error of the file", (pixels) => {
  const decoded = { width: 3, height: 2, data: pixels as unknown as Uint8ClampedArray };
  expect(() => decodedPixels(decoded)).toThrow(expect.objectContaining({ code: "corrupt" }));
});
