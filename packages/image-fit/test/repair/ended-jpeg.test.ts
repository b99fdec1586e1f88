import { expect, test } from "vitest";
import { fitImage } from "../../src/index.ts";
import { endedJpeg } from "../../src/repair/truncated.ts";
import { noise, sharpOf, roomy } from "../images.ts";

/** Where the headers of scans after the first start. */
function tablesIn(jpeg: Buffer): readonly number[] {
  const places: number[] = [];
  const firstScan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  for (let at = jpeg.indexOf(Buffer.from([0xff, 0xc4]), firstScan); at >= 0;) {
    places.push(at);
    at = jpeg.indexOf(Buffer.from([0xff, 0xc4]), at + 2);
  }
  return places;
}

test("a progressive JPEG that ends inside any table between its scans is shown as far as it goes and reported as repaired", async () => {
  const whole = await sharpOf(noise(160, 120)).jpeg({ progressive: true }).toBuffer();
  const places = tablesIn(whole);
  expect(places.length).toBeGreaterThan(2);
  for (const at of places) {
    const fitted = await fitImage(whole.subarray(0, at + 12), roomy);
    expect(fitted).toMatchObject({ isRepaired: true, isUntouched: false, widthPx: 160, heightPx: 120 });
  }
});

test.for([
  ["a whole JPEG", async () => sharpOf(noise(16, 16)).jpeg().toBuffer()],
  ["a JPEG that ends before its pixels", async () => (await sharpOf(noise(16, 16)).jpeg().toBuffer()).subarray(0, 40)],
  ["a PNG", async () => sharpOf(noise(16, 16)).png().toBuffer()],
] as const)("%s is left alone", async ([, bytes]) => {
  expect(endedJpeg(await bytes())).toBeUndefined();
});
