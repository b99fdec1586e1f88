import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { decodeImage } from "../../src/decode/decode-image.ts";
import { describeImage } from "../../src/decode/describe-image.ts";
import { fitImage } from "../../src/fit/fit-image.ts";
import { inStandardColours } from "../../src/index.ts";
import { measureImage } from "../../src/headers/measure-image.ts";
import { sharpOf, pixelsOf, roomy, type Colour } from "../images.ts";

const size = { widthPx: 16, heightPx: 12 };
/** Behind the signature and IHDR. */
const afterHeader = 33;

function codePoints(primaries: number, transfer: number): Uint8Array {
  const chunk = Buffer.from([0, 0, 0, 4, 0x63, 0x49, 0x43, 0x50, primaries, transfer, 0, 1, 0, 0, 0, 0]);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 12)), 12);
  return chunk;
}

async function coded(colour: Colour, primaries: number, transfer: number): Promise<Uint8Array> {
  const png = await sharpOf(pixelsOf(16, 12, () => colour))
    .png()
    .toBuffer();
  return Buffer.concat([png.subarray(0, afterHeader), codePoints(primaries, transfer), png.subarray(afterHeader)]);
}

async function shown(bytes: Uint8Array): Promise<readonly number[]> {
  const { data } = await fitImage(bytes, roomy);
  return Array.from((await decodeImage(data, { size })).data.subarray(0, 3));
}

// The numbers come from the matrices and curves of the standards, worked out apart from this code with NumPy.
test.for([
  ["Display P3, a red that sRGB has", [234, 51, 35], 12, 13, [255, 0, 0]],
  ["Display P3, a grey", [128, 128, 128], 12, 13, [128, 128, 128]],
  ["PQ, the white of paper", [148, 148, 148], 9, 16, [255, 255, 255]],
  ["PQ, a middle grey", [109, 109, 109], 9, 16, [128, 128, 128]],
  ["HLG, the white of paper", [191, 191, 191], 9, 18, [255, 255, 255]],
  ["the light itself", [55, 55, 55], 1, 8, [128, 128, 128]],
] as const)("numbers of %s are shown as those of sRGB", async ([, colour, primaries, transfer, seen]) => {
  const levels = await shown(await coded(colour, primaries, transfer));
  const furthest = Math.max(...levels.map((level, index) => Math.abs(level - (seen[index] ?? 0))));
  expect(furthest, levels.join()).toBeLessThanOrEqual(2);
});

test("highlights above white keep their shades", () => {
  const ramp = pixelsOf(10, 1, (x) => [140 + x * 10, 140 + x * 10, 140 + x * 10]);
  const { data } = inStandardColours(ramp, { primaries: 9, transfer: 16 });
  const levels = Array.from({ length: 10 }, (_, x) => data[x * 3] ?? 0);
  expect(levels.at(-1)).toBe(255);
  expect(levels).toEqual([...new Set(levels)].toSorted((one, other) => one - other));
});

test("alpha is no colour", () => {
  const pixels = { data: new Uint8Array([55, 55, 55, 99]), widthPx: 1, heightPx: 1, channels: 4 } as const;
  expect(Array.from(inStandardColours(pixels, { primaries: 1, transfer: 8 }).data)).toEqual([128, 128, 128, 99]);
});

test.for([
  ["of sRGB", 1, 13],
  ["of television", 1, 1],
  ["that are not told", 2, 2],
] as const)("code points %s change nothing", async ([, primaries, transfer]) => {
  expect(await fitImage(await coded([9, 99, 199], primaries, transfer), roomy)).toMatchObject({ isUntouched: true });
});

test("the code points of an AVIF are those of its primary image", async () => {
  const avif = new Uint8Array(readFileSync(new URL("../files/display-p3.avif", import.meta.url)));
  const codedColours = { primaries: 12, transfer: 13 };
  expect(await describeImage(avif)).toMatchObject({ codedColours });
  const [red = 0, green = 0, blue = 0] = await shown(avif);
  expect([red > 250, green < 8, blue < 8], [red, green, blue].join()).toEqual([true, true, true]);
  for (let length = 0; length < avif.length; length += 1) {
    const told = measureImage(avif.subarray(0, length))?.codedColours;
    expect(told ?? codedColours).toEqual(codedColours);
  }
});
