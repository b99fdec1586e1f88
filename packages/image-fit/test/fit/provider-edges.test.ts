import { crc32 } from "node:zlib";
import { anthropic, gemini, openai } from "@reader/core";
import { imageTokens } from "@reader/core/internal";
import { describe, expect, test } from "vitest";
import { fitImage, fitSize } from "../../src/index.ts";
import { noise, sharpOf, pixelsOf, providers } from "../images.ts";

/** An image that is `long` pixels broad, and cheap to draw. */
async function strip(widthPx: number): Promise<Uint8Array> {
  return sharpOf(pixelsOf(widthPx, 8, (x) => (x % 9 < 4 ? [0, 0, 0] : [255, 255, 255])))
    .png()
    .toBuffer();
}

/** A PNG filled up to so many bytes by a chunk that no decoder knows. */
function filled(png: Uint8Array, length: number): Uint8Array {
  const body = Buffer.alloc(length - png.length - 8);
  body.write("xxXx", 0, "latin1");
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(body.length - 4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([png.subarray(0, 33), size, body, sum, png.subarray(33)]);
}

describe.for(providers)("at the edges of what %s takes", ([, images]) => {
  test("an image as long as it is seen passes untouched, and one pixel more is scaled", async () => {
    const { nativeSidePx } = images;
    expect(await fitImage(await strip(nativeSidePx), images)).toMatchObject({ isUntouched: true });
    const scaled = await fitImage(await strip(nativeSidePx + 1), images);
    expect(scaled).toMatchObject({ isUntouched: false, widthPx: nativeSidePx, originalWidthPx: nativeSidePx + 1 });
  });

  test("a file that is asked for as it is passes up to the longest side that is not refused", async () => {
    const { maxSidePx } = images;
    const native = { purpose: "native" } as const;
    expect(await fitImage(await strip(maxSidePx), images, native)).toMatchObject({ isUntouched: true });
    expect(await fitImage(await strip(maxSidePx + 1), images, native)).toMatchObject({ widthPx: maxSidePx });
  });

  test("an image of as many bytes as it takes passes untouched, and one byte more is encoded anew", async () => {
    const png = await sharpOf(noise(40, 30)).png().toBuffer();
    const most = filled(png, images.maxBytes);
    expect(most.length).toBe(images.maxBytes);
    expect(await fitImage(most, images)).toMatchObject({ isUntouched: true });
    const fitted = await fitImage(filled(png, images.maxBytes + 1), images);
    expect(fitted.isUntouched).toBe(false);
    expect(fitted.data.length).toBeLessThan(images.maxBytes);
  });
});

// The figures are those of the providers' guides, worked by hand.
test.for([
  ["one patch of Anthropic", anthropic, 28, 28, 1],
  ["one pixel more on each side", anthropic, 29, 29, 4],
  ["a square as long as it is seen", anthropic, 1568, 1568, 3136],
  ["one patch of OpenAI", openai, 32, 32, 1],
  ["one pixel more", openai, 33, 32, 2],
  ["as many patches as OpenAI sees", openai, 1600, 1600, 2500],
  ["any image for Gemini", gemini, 1, 1, 1120],
  ["the largest for Gemini", gemini, 3072, 3072, 1120],
] as const)("%s costs what the provider's formula says", ([, { images }, widthPx, heightPx, tokens]) => {
  expect(images && fitSize({ widthPx, heightPx }, images)).toEqual({ widthPx, heightPx });
  expect(imageTokens({ widthPx, heightPx }, images)).toBe(tokens);
});

test("one pixel more than OpenAI's patches allow is made smaller, as OpenAI would", () => {
  const { images } = openai;
  if (images === undefined) throw new Error("The profile takes no images.");
  const fitted = fitSize({ widthPx: 1601, heightPx: 1601 }, images);
  expect(fitted).toEqual({ widthPx: 1600, heightPx: 1600 });
  expect(imageTokens(fitted, images)).toBe(2500);
});

test.for([
  ["Anthropic", anthropic, 10_000_000],
  ["Gemini", gemini, 20_000_000],
] as const)("the bytes that %s takes are those of its limit in base64", ([, { images }, base64]) => {
  expect(Math.ceil((images?.maxBytes ?? 0) / 3) * 4).toBeLessThanOrEqual(base64);
  expect(Math.ceil(((images?.maxBytes ?? 0) + 3) / 3) * 4).toBeGreaterThan(base64);
});
