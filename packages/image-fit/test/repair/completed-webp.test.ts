import sharp from "sharp";
import { expect, test } from "vitest";
import { fitImage } from "../../src/fit/fit-image.ts";
import { completedWebp } from "../../src/repair/truncated.ts";
import { noise, sharpOf, roomy } from "../images.ts";

const camera = { IFD0: { Model: "Phone 9" } };

/** An extended file: EXIF follows the pixels, and the header declares it. */
async function photo(): Promise<Uint8Array> {
  const plain = await sharpOf(noise(300, 200)).webp({ quality: 60 }).toBuffer();
  return sharp(plain).withExif(camera).webp({ quality: 60 }).toBuffer();
}

test.for([0.3, 0.6, 0.9])(
  "a photo with EXIF that was cut off at %d of its bytes is shown as far as it goes",
  async (part) => {
    const bytes = await photo();
    expect(await sharp(bytes).metadata()).toHaveProperty("exif");
    const fitted = await fitImage(bytes.subarray(0, bytes.length * part), roomy);
    expect(fitted).toMatchObject({ widthPx: 300, heightPx: 200, isRepaired: true });
  },
);

test("one that was cut off after its pixels has all of them, and no EXIF", async () => {
  const bytes = await photo();
  const whole = completedWebp(bytes.subarray(0, -4)) ?? bytes;
  expect(await sharp(whole).metadata()).not.toHaveProperty("exif");
  expect(await sharp(whole, { failOn: "warning" }).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
});

test("a whole file is left alone", async () => {
  expect(completedWebp(await photo())).toBeUndefined();
});
