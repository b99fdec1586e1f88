import { ReadError } from "@reader/core";
import { expect, test } from "vitest";
import { decodeImage, fitImage } from "../../src/index.ts";
import { corners, noise, sharpOf, pixelsOf, roomy, screenshot } from "../images.ts";

/** The bytes of a PNG without the last `missing` of its packed pixels and all that follows. */
function cutInPixels(png: Uint8Array, missing: number): Uint8Array {
  const marker = Buffer.from(png).lastIndexOf("IDAT");
  const length = new DataView(png.buffer, png.byteOffset).getUint32(marker - 4);
  return png.subarray(0, marker + 4 + length - missing);
}

const size = { widthPx: 64, heightPx: 48 };
const pixels = screenshot(size.widthPx, size.heightPx);
const oneColour = pixelsOf(size.widthPx, size.heightPx, () => [120, 30, 200]);

test.for([1, 2, 3, 4])("of a PNG that lacks %i bytes of its final checksum, every pixel is shown", async (missing) => {
  for (const image of [pixels, oneColour]) {
    for (const options of [{}, { progressive: true }, { palette: true }]) {
      const whole = await sharpOf(image).png(options).toBuffer();
      const decoded = await decodeImage(cutInPixels(whole, missing), { size });
      expect(decoded.isRepaired).toBe(true);
      expect(Buffer.from(decoded.data).equals((await decodeImage(whole, { size })).data)).toBe(true);
    }
  }
});

test("of an interlaced PNG that is cut in half, the available pixels are shown and reported as repaired", async () => {
  const whole = await sharpOf(screenshot(600, 400)).png({ progressive: true }).toBuffer();
  const fitted = await fitImage(whole.subarray(0, whole.length >> 1), roomy);
  expect(fitted).toMatchObject({ isRepaired: true, isUntouched: false, widthPx: 600, heightPx: 400 });
});

test("a PNG without any of its pixels is corrupt", async () => {
  const whole = await sharpOf(corners(60, 40)).png().toBuffer();
  const start = whole.indexOf("IDAT") + 4;
  for (const end of [start, start + 1, start + 2]) {
    await expect(fitImage(whole.subarray(0, end), roomy)).rejects.toMatchObject({ code: "corrupt" });
  }
});

test.for([0.3, 0.6, 0.9])(
  "of an interlaced PNG with a wrong byte (at %d), the pixels before it are shown and reported as repaired",
  async (share) => {
    const whole = await sharpOf(noise(300, 200)).png({ progressive: true }).toBuffer();
    const bytes = Buffer.from(whole);
    bytes[Math.floor(bytes.length * share)] = (bytes[Math.floor(bytes.length * share)] ?? 0) ^ 0x55;
    const fitted = await fitImage(bytes, roomy);
    expect(fitted).toMatchObject({ isRepaired: true, isUntouched: false, widthPx: 300, heightPx: 200 });
    const [shown, sound] = await Promise.all(
      [fitted.data, whole].map(async (data) => decodeImage(data, { size: { widthPx: 300, heightPx: 200 } })),
    );
    // The first pass holds every eighth pixel of every eighth row.
    expect(shown?.data.slice(0, 3)).toEqual(sound?.data.slice(0, 3));
  },
);

test("a PNG of any wrong bytes is shown or refused, and never throws anything else", async () => {
  const whole = await sharpOf(screenshot(90, 60)).png({ progressive: true }).toBuffer();
  for (let at = 33; at < whole.length; at += 7) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    const outcome = await fitImage(bytes, roomy).catch((error: unknown) => error);
    if (ReadError.is(outcome)) expect(["corrupt", "too-large"]).toContain(outcome.code);
    else expect(outcome).toMatchObject({ mediaType: "image/png" });
  }
});
