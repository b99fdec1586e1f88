import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { decodeImage, encodePixels, fitImage, type FitLimits } from "../../src/index.ts";
import { colourAt, corners, nameOf, noise, sharpOf, roomy } from "../images.ts";

const limits: FitLimits = { ...roomy, nativeSidePx: 200 };
const size = { widthPx: 200, heightPx: 150 };

async function inTwoSteps(photo: Uint8Array): Promise<Uint8Array> {
  const decoded = await decodeImage(photo, { size });
  return (await encodePixels(decoded, limits, { content: "photo" })).data;
}

describe("a photo that is made smaller in one go", () => {
  test.for([
    ["sRGB", sharpOf(noise(640, 480)).jpeg()],
    ["another profile", sharpOf(noise(640, 480)).withIccProfile("p3").jpeg()],
    ["CMYK", sharpOf(noise(640, 480)).toColourspace("cmyk").jpeg()],
    ["AVIF", sharpOf(noise(640, 480)).avif({ effort: 0 })],
  ] as const)("has the bytes of one that was decoded and then encoded: %s", async ([, image]) => {
    const photo = new Uint8Array(await image.toBuffer());
    const fitted = await fitImage(photo, limits);
    expect(fitted).toMatchObject({ ...size, mediaType: "image/jpeg", originalWidthPx: 640, originalHeightPx: 480 });
    expect(fitted.isRepaired ?? false).toBe(false);
    expect(Buffer.from(fitted.data).equals(await inTwoSteps(photo))).toBe(true);
  });

  test("gets fewer bytes where there is a limit on them", async () => {
    const photo = await sharpOf(noise(640, 480)).jpeg().toBuffer();
    const full = await fitImage(photo, limits);
    const maxBytes = full.data.length - 1;
    expect((await fitImage(photo, { ...limits, maxBytes })).data.length).toBeLessThanOrEqual(maxBytes);
  });
});

test("a photo that lies on its side is turned", async () => {
  const turned = await sharpOf(corners(640, 480)).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const fitted = await fitImage(turned, limits);
  expect(fitted).toMatchObject({ widthPx: 150, heightPx: 200 });
  expect(nameOf(await colourAt(fitted.data, 0.8, 0.2))).toBe("red");
});

test("a photo that is cut off is shown as far as it goes and reported as repaired", async () => {
  const photo = await sharpOf(corners(640, 480)).jpeg().toBuffer();
  const fitted = await fitImage(photo.subarray(0, photo.length >> 1), limits);
  expect(fitted).toMatchObject({ ...size, isRepaired: true });
  expect((await sharp(fitted.data).metadata()).format).toBe("jpeg");
});
