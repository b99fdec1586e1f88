import { Buffer } from "node:buffer";
import sharp, { type Sharp } from "sharp";
import { corners, noise, sharpOf, screenshot } from "./drawing.ts";
import { apng, bmp, dib, icon, psd, rows24, type ApngFrame } from "./odd-formats.ts";

const photoTags = {
  IFD0: { Make: "Example", Model: "Example One", Copyright: "Nobody" },
  IFD2: { DateTimeOriginal: "2024:05:01 12:30:00", ExposureTime: "1/120", FNumber: "18/10", ISOSpeedRatings: "100" },
  IFD3: { GPSLatitudeRef: "N", GPSLatitude: "47/1 22/1 0/1", GPSLongitudeRef: "W", GPSLongitude: "8/1 33/1 0/1" },
};

const photo = (): Sharp => sharpOf(96, 72, noise());
const turned = (orientation: number): Promise<Buffer> =>
  sharpOf(48, 32, corners(48, 32)).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
const frame = (index: number): Promise<Buffer> =>
  sharpOf(40, 30, (x) => (x < index * 4 ? [200, 30, 30] : [250, 250, 250]))
    .png()
    .toBuffer();
const frames = (count: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => frame(index)));
const drawing = (count: number): Promise<Buffer> =>
  frames(count).then((all) =>
    sharp(all, { join: { animated: true } })
      .tiff({ compression: "lzw" })
      .toBuffer(),
  );

const svg = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60">
  <title>Flow</title>
  <style>text { font: 10px sans-serif }</style>
  <rect x="5" y="5" width="45" height="20" fill="#cde"/><rect x="70" y="5" width="45" height="20" fill="#cde"/>
  <path d="M50 15 H70" stroke="black"/>
  <text x="10" y="18">Start &amp; go</text><text x="75" y="18"><tspan>The</tspan> end</text>
</svg>
`;

const movingPng = async (): Promise<Uint8Array> => {
  const square = await sharpOf(10, 10, () => [200, 30, 30])
    .png()
    .toBuffer();
  const sheet = await sharpOf(40, 30, () => [250, 250, 250])
    .png()
    .toBuffer();
  const squares = Array.from({ length: 3 }, (_, index): ApngFrame => {
    return { png: square, widthPx: 10, heightPx: 10, xPx: index * 12, yPx: 10, delayMs: 200, disposal: 1 };
  });
  return apng([{ png: sheet, widthPx: 40, heightPx: 30, delayMs: 400 }, ...squares]);
};

const flatRows = (byte: number): Uint8Array => new Uint8Array(24 * 16).fill(byte);
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const jpegPhoto = (): Promise<Buffer> => photo().withExif(photoTags).jpeg({ quality: 80 }).toBuffer();
const large = (): Promise<Buffer> =>
  sharpOf(2000, 1500, screenshot).png({ compressionLevel: 9, palette: true }).toBuffer();

/** Creates each fixture, by its path under `fixtures/image`. Its name says what is special. */
export const fixtureFiles: Readonly<Record<string, () => Promise<Uint8Array | string> | Uint8Array | string>> = {
  "jpeg-photo-with-exif/input.jpg": jpegPhoto,
  "jpeg-metadata-asked/input.jpg": jpegPhoto,
  "jpeg-metadata-asked/request.json": () => json({ select: "metadata" }),
  "jpeg-region/input.jpg": jpegPhoto,
  "jpeg-region/request.json": () => json({ select: "10,20,40,30" }),
  "jpeg-region-outside/input.jpg": jpegPhoto,
  "jpeg-region-outside/request.json": () => json({ select: "80,20,40,30" }),
  "jpeg-text-asked/input.jpg": jpegPhoto,
  "jpeg-text-asked/request.json": () => json({ view: "text" }),
  "jpeg-native/input.jpg": () => turned(6),
  "jpeg-native/request.json": () => json({ view: "native" }),
  "jpeg-orientation-6/input.jpg": () => turned(6),
  "jpeg-cmyk/input.jpg": () => photo().toColourspace("cmyk").jpeg({ quality: 80 }).toBuffer(),
  "jpeg-cut-off/input.jpg": async () => (await jpegPhoto()).subarray(0, 2600),
  "png-drawing/input.png": () => sharpOf(90, 60, screenshot).png().toBuffer(),
  "png-16-bit/input.png": () => photo().toColourspace("rgb16").png().toBuffer(),
  "png-too-large-to-see/input.png": large,
  "apng-moving-square/input.png": movingPng,
  "webp-still/input.webp": () => photo().webp({ quality: 60 }).toBuffer(),
  "gif-still/input.gif": async () =>
    sharp(await frame(4))
      .gif()
      .toBuffer(),
  "gif-animated/input.gif": async () =>
    sharp(await frames(12), { join: { animated: true } })
      .gif({ delay: Array.from({ length: 12 }, () => 50) })
      .toBuffer(),
  "gif-frame-3/input.gif": async () =>
    sharp(await frames(4), { join: { animated: true } })
      .gif({ delay: [100, 200, 300, 400] })
      .toBuffer(),
  "gif-frame-3/request.json": () => json({ pages: "3" }),
  "tiff-three-pages/input.tif": () => drawing(3),
  "tiff-page-beyond-the-end/input.tif": () => drawing(2),
  "tiff-page-beyond-the-end/request.json": () => json({ pages: "5" }),
  "avif-photo/input.avif": () => photo().avif({ quality: 40 }).toBuffer(),
  "bmp-24-bit/input.bmp": () =>
    bmp({ widthPx: 24, heightPx: 16, bitsPerPixel: 24, data: rows24(24, 16, corners(24, 16)) }),
  "ico-two-sizes/input.ico": async () => {
    const small = rows24(16, 16, corners(16, 16));
    const mask = Buffer.alloc(16 * 4);
    const png = await sharpOf(32, 32, corners(32, 32)).png().toBuffer();
    return icon([
      { sidePx: 16, data: dib({ widthPx: 16, heightPx: 32, bitsPerPixel: 24, data: Buffer.concat([small, mask]) }) },
      { sidePx: 32, data: png },
    ]);
  },
  "psd-rgb-packed/input.psd": () =>
    psd({ widthPx: 24, heightPx: 16, mode: 3, channels: [flatRows(200), flatRows(30), flatRows(90)], isPacked: true }),
  "svg-diagram/input.svg": () => svg,
};
