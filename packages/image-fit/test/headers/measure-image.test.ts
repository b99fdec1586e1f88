import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { measureImage } from "../../src/index.ts";
import { corners, noise, sharpOf } from "../images.ts";

const image = sharpOf(corners(37, 21));

test.for(["png", "jpeg", "gif", "webp", "tiff", "avif"] as const)(
  "the header of a %s has type and size",
  async (format) => {
    const bytes = await image.clone().toFormat(format).toBuffer();
    expect(measureImage(bytes)).toMatchObject({ mediaType: `image/${format}`, widthPx: 37, heightPx: 21 });
  },
);

test.for([
  [0xc0, false],
  [0xc2, false],
  [0xc9, true],
  [0xca, true],
] as const)("a JPEG whose frame is %i is of a rare kind: %s", ([marker, isRareKind]) => {
  const frame = [0xff, marker, 0x00, 0x0b, 0x08, 0x00, 0x15, 0x00, 0x25, 0x01, 0x01, 0x11, 0x00];
  expect(measureImage(Uint8Array.of(0xff, 0xd8, ...frame))).toMatchObject({ widthPx: 37, heightPx: 21, isRareKind });
});

test("lossless WebP and a big TIFF keep their sizes elsewhere", async () => {
  const webp = await image.clone().webp({ lossless: true }).toBuffer();
  const tiff = await image.clone().tiff({ bigtiff: true, tile: true, tileWidth: 256, tileHeight: 128 }).toBuffer();
  expect(measureImage(webp)).toMatchObject({ widthPx: 37, heightPx: 21 });
  // Tiles are allocated whole, so they count.
  expect(measureImage(tiff)).toMatchObject({ widthPx: 256, heightPx: 128 });
});

test.for([{ bigtiff: false }, { bigtiff: true }])(
  "the pixel aspect ratio of a fax is reported for each page (%j)",
  async (kind) => {
    const dots = { xres: 204 / 25.4, yres: 98 / 25.4 };
    const fax = await image
      .clone()
      .tiff({ ...kind, ...dots })
      .toBuffer();
    expect(measureImage(fax)?.pixelAspects).toEqual([expect.closeTo(204 / 98, 2)]);
    expect(measureImage(await image.clone().tiff(kind).toBuffer())?.pixelAspects).toEqual([1]);
  },
);

test("a GIF whose frame reaches beyond its screen has the size of the frame", async () => {
  const bytes = await image.clone().gif().toBuffer();
  const descriptor = bytes.indexOf(0x2c, 13 + 3 * 2 ** ((bytes.readUInt8(10) & 7) + 1));
  bytes.writeUInt16LE(60_000, descriptor + 5);
  expect(measureImage(bytes)).toMatchObject({ widthPx: 60_000, heightPx: 21 });
});

test("junk between the segments of a JPEG does not hide its size", async () => {
  const bytes = await image.clone().jpeg().toBuffer();
  const padded = Buffer.concat([bytes.subarray(0, 2), Buffer.from([0x00, 0x12, 0xff, 0xff]), bytes.subarray(2)]);
  expect(measureImage(padded)).toMatchObject({ widthPx: 37, heightPx: 21 });
});

test("any bytes are measured or not, and never throw", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const measured = measureImage(bytes);
      expect(measured === undefined || measured.widthPx >= 0).toBe(true);
    }),
  );
});

test.for(["png", "jpeg", "gif", "webp", "tiff", "avif"] as const)(
  "a damaged %s is measured or not, and never throws",
  async (format) => {
    const bytes = await sharpOf(noise(12, 9)).toFormat(format).toBuffer();
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
        const damaged = Uint8Array.from(bytes).subarray(0, length);
        if (at < length) damaged[at] = value;
        expect(() => measureImage(damaged)).not.toThrow();
      }),
    );
  },
);
