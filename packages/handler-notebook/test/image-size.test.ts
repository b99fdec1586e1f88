import { expect, test } from "vitest";
import { bitFlips, randomBytes, truncations } from "@reader/testkit";
import { decodeImage, measureImage } from "../src/outputs/images.ts";
import { makePng } from "./png.ts";

/** Encodes numbers and ASCII text, padded to 64 bytes. */
function bytes(...parts: readonly (string | number)[]): Uint8Array {
  const values = parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : [part]));
  return Uint8Array.from([...values, ...Array.from({ length: Math.max(0, 64 - values.length) }, () => 0)]);
}

const jpegStart = [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x4a, 0x46] as const;
const frame = (marker: number): readonly number[] => [0xff, marker, 0x00, 0x11, 0x08, 0x01, 0x02, 0x03, 0x04];

test.for([
  ["a PNG", makePng(300, 2, () => [0, 0, 0]), "image/png", 300, 2],
  ["a GIF", bytes("GIF89a", 0x34, 0x12, 0x05, 0x00), "image/gif", 0x1234, 5],
  ["an old GIF", bytes("GIF87a", 1, 0, 2, 0), "image/gif", 1, 2],
  ["a baseline JPEG", bytes(...jpegStart, ...frame(0xc0)), "image/jpeg", 0x0304, 0x0102],
  ["a progressive JPEG", bytes(...jpegStart, ...frame(0xc2)), "image/jpeg", 0x0304, 0x0102],
  [
    "a JPEG with fill bytes and tables",
    bytes(...jpegStart, 0xff, 0xff, 0xc4, 0x00, 0x03, 0x00, ...frame(0xc0)),
    "image/jpeg",
    0x0304,
    0x0102,
  ],
  [
    "a lossy WebP",
    bytes("RIFF", 0, 0, 0, 0, "WEBPVP8 ", 0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 0x10, 0x40, 0x20, 0x80),
    "image/webp",
    0x10,
    0x20,
  ],
  [
    "a lossless WebP",
    bytes("RIFF", 0, 0, 0, 0, "WEBPVP8L", 0, 0, 0, 0, 0x2f, 0x09, 0xc0, 0x04, 0x00),
    "image/webp",
    10,
    20,
  ],
  [
    "an extended WebP",
    bytes("RIFF", 0, 0, 0, 0, "WEBPVP8X", 10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0x00, 0x01, 0x01, 0x00, 0x00),
    "image/webp",
    0x100ff + 1,
    2,
  ],
] as const)("measures %s", ([, image, mediaType, widthPx, heightPx]) => {
  expect(measureImage(image)).toEqual({ mediaType, widthPx, heightPx });
});

test.for([
  ["nothing", new Uint8Array(0)],
  ["a signature alone", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ["a PNG of width 0", makePng(1, 1, () => [0, 0, 0]).fill(0, 16, 20)],
  ["a GIF of size 0", bytes("GIF89a")],
  ["a JPEG without a frame", bytes(...jpegStart, 0xff, 0xd9)],
  ["a JPEG whose segment points far out", bytes(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff)],
  ["a JPEG without a marker", bytes(0xff, 0xd8, 0x00)],
  ["a WebP of an unknown kind", bytes("RIFF", 0, 0, 0, 0, "WEBPVP9 ")],
  ["another RIFF file", bytes("RIFF", 0, 0, 0, 0, "WAVEfmt ")],
  ["a BMP", bytes("BM")],
  ["text", bytes("This is no image at all, merely text.")],
] as const)("takes %s for no image", ([, image]) => {
  expect(measureImage(image)).toBeUndefined();
});

test("never throws on damaged and random bytes", () => {
  const whole = [
    makePng(4, 4, () => [1, 2, 3]),
    bytes(...jpegStart, ...frame(0xc0)),
    bytes("RIFF", 0, 0, 0, 0, "WEBPVP8X", 10),
  ];
  const damaged = whole.flatMap((image, seed) => [
    ...truncations(image, 40),
    ...bitFlips(image, { seed, count: 40, flips: 6 }),
  ]);
  const random = Array.from({ length: 200 }, (_, seed) => randomBytes(seed, seed));
  for (const image of [...damaged, ...random]) {
    const measured = measureImage(image);
    expect(measured === undefined || (measured.widthPx > 0 && measured.heightPx > 0)).toBe(true);
  }
});

test("reads only the bytes of a view, not of its whole buffer", () => {
  const image = makePng(7, 8, () => [0, 0, 0]);
  const buffer = new Uint8Array(image.length + 20);
  buffer.set(image, 13);
  expect(measureImage(buffer.subarray(13, 13 + image.length))).toMatchObject({ widthPx: 7, heightPx: 8 });
});

test("decodes wrapped base64 into a separate buffer", () => {
  const at = { unit: "cell", index: 1 } as const;
  const png = makePng(2, 2, () => [9, 9, 9]);
  const data = Buffer.from(png)
    .toString("base64")
    .replace(/(.{10})/g, "$1\n ");
  const part = decodeImage({ mediaType: "image/png", data, alt: "" }, at);
  expect(part).toEqual({ type: "image", mediaType: "image/png", data: png, widthPx: 2, heightPx: 2, at });
  expect(part?.data.buffer.byteLength).toBe(png.length);
});
