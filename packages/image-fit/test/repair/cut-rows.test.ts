import sharp from "sharp";
import { expect, test } from "vitest";
import { fitImage } from "../../src/fit/fit-image.ts";
import { noise, sharpOf, roomy } from "../images.ts";

// The engine keeps some hundred rows, and would show them again further down.
test("missing rows of a PNG are black and do not repeat earlier rows", async () => {
  const bytes = await sharpOf(noise(300, 1400)).png().toBuffer();
  const fitted = await fitImage(bytes.subarray(0, bytes.length / 4), roomy);
  expect(fitted).toMatchObject({ widthPx: 300, heightPx: 1400, isRepaired: true });
  const { data, info } = await sharp(fitted.data).toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const rowMean = (y: number): number =>
    data.subarray(y * info.width, (y + 1) * info.width).reduce((sum, level) => sum + level, 0) / info.width;
  expect(rowMean(100)).toBeGreaterThan(60);
  for (let y = 500; y < 1400; y += 1) expect(rowMean(y), String(y)).toBeLessThan(4);
});
