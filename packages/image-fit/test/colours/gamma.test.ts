import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeImage } from "../../src/decode/decode-image.ts";
import { describeImage } from "../../src/decode/describe-image.ts";
import { fitImage } from "../../src/fit/fit-image.ts";
import { measureImage } from "../../src/headers/measure-image.ts";
import { sharpOf, pixelsOf, roomy } from "../images.ts";

/** Behind the signature and IHDR. */
const afterHeader = 33;

function chunk(tag: string, ...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(12 + numbers.length * 4);
  bytes.writeUInt32BE(numbers.length * 4);
  bytes.write(tag, 4, "latin1");
  for (const [index, value] of numbers.entries()) bytes.writeUInt32BE(value, 8 + index * 4);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** `gAMA` counts in parts of a hundred thousand. */
const linear = chunk("gAMA", 100_000);

async function grey(chunks: readonly Uint8Array[], level = 128): Promise<Uint8Array> {
  const png = await sharpOf(pixelsOf(16, 12, () => [level, level, level]))
    .png()
    .toBuffer();
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

async function shownLevel(bytes: Uint8Array): Promise<number | undefined> {
  const { data } = await fitImage(bytes, roomy);
  return (await decodeImage(data, { size: { widthPx: 16, heightPx: 12 } })).data[0];
}

describe("a PNG whose light was encoded in another way than that of sRGB", () => {
  // The levels are those of a screenshot of Chromium 156.
  test.for([
    ["the light itself", [linear], 188],
    ["the screens of old Macs", [chunk("gAMA", 55_556)], 146],
    ["the light itself, with its primaries", [linear, chunk("cHRM", 31_270, 32_900, 64_000, 33_000)], 188],
  ] as const)("is shown as browsers show it: %s", async ([, chunks, level]) => {
    const bytes = await grey(chunks);
    const fitted = await fitImage(bytes, roomy);
    expect(fitted).toMatchObject({ isUntouched: false, isRepaired: false });
    expect(await shownLevel(bytes)).toBe(level);
  });

  test("is white and black where it is", async () => {
    expect(await shownLevel(await grey([linear], 255))).toBe(255);
    expect(await shownLevel(await grey([linear], 0))).toBe(0);
  });

  test("keeps its alpha, which is no light", async () => {
    const pixels = new Uint8Array(16 * 12 * 4).fill(128);
    const png = await sharpOf({ data: pixels, widthPx: 16, heightPx: 12, channels: 4 }).png().toBuffer();
    const bytes = Buffer.concat([png.subarray(0, afterHeader), linear, png.subarray(afterHeader)]);
    const decoded = await decodeImage(bytes, { size: { widthPx: 16, heightPx: 12 } });
    expect(Array.from(decoded.data.subarray(0, 4))).toEqual([188, 188, 188, 128]);
  });

  test("is converted also if it is fitted as a photo", async () => {
    const { data, mediaType } = await fitImage(await grey([linear]), roomy, { content: "photo" });
    expect(mediaType).toBe("image/jpeg");
    const [level] = (await decodeImage(data, { size: { widthPx: 16, heightPx: 12 } })).data;
    expect(Math.abs((level ?? 0) - 188)).toBeLessThan(3);
  });

  test("passes as it is where the file itself is asked for", async () => {
    expect(await fitImage(await grey([linear]), roomy, { purpose: "native" })).toMatchObject({ isUntouched: true });
  });
});

test.for([
  ["the exponent of sRGB", [chunk("gAMA", 45_455)]],
  ["one so close to it that the difference is invisible", [chunk("gAMA", 46_000)]],
  ["another one, and the word that it is sRGB", [linear, chunk("sRGB")]],
  ["none that means anything", [chunk("gAMA", 0)]],
  ["one without bound", [chunk("gAMA", 4_000_000_000)]],
] as const)("a PNG passes untouched with %s", async ([, chunks]) => {
  expect(await fitImage(await grey(chunks), roomy)).toMatchObject({ isUntouched: true });
});

test("a PNG that is cut off inside its exponent is measured without it", async () => {
  const bytes = await grey([linear]);
  expect(measureImage(bytes.subarray(0, afterHeader + 11))).not.toHaveProperty("gamma");
  expect(measureImage(bytes.subarray(0, afterHeader + 12))).toHaveProperty("gamma", 1);
  expect(await describeImage(bytes)).toHaveProperty("gamma", 1);
});
