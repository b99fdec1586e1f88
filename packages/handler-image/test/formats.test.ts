import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { collect } from "@reader/testkit";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { chunksOf, writePng } from "../src/formats/png/open-png.ts";
import { image } from "../src/index.ts";
import { type Colour, corners, pixelsOf, sharpOf } from "./drawing.ts";
import { apng, bmp, dib, icon, psd, rows24 } from "./odd-formats.ts";
import { colourAt, distance, errorOf, imageOf, imagesOf, infoOf, read, remarksIn } from "./reading.ts";

const red: Colour = [200, 0, 0];
const green: Colour = [0, 200, 0];
const blue: Colour = [0, 0, 200];
const white: Colour = [255, 255, 255];

/** The four corners of an image of 8 by 8 are these. */
async function expectCorners(bytes: Uint8Array, tolerance = 12): Promise<void> {
  const part = await imageOf(bytes);
  expect([part.widthPx, part.heightPx]).toEqual([8, 8]);
  const found = await Promise.all(
    [
      [1, 1],
      [6, 1],
      [1, 6],
      [6, 6],
    ].map(([x = 0, y = 0]) => colourAt(part, x, y)),
  );
  const distances = found.map((colour, index) => distance(colour, [red, green, blue, white][index] ?? white));
  expect(Math.max(...distances)).toBeLessThanOrEqual(tolerance);
}

const palette = [red, green, blue, white];

/** Numbers of colours, bottom row first. */
const indices = Array.from({ length: 64 }, (_, at) => {
  const [x, y] = [at % 8, 7 - (at >> 3)];
  return (x < 4 ? 0 : 1) + (y < 4 ? 0 : 2);
});

function packedIndices(bits: number): Uint8Array {
  const rowBytes = Math.ceil((8 * bits) / 32) * 4;
  const data = new Uint8Array(rowBytes * 8);
  for (const [at, index] of indices.entries()) {
    const place = (at >> 3) * rowBytes + Math.floor(((at % 8) * bits) / 8);
    data[place] = (data[place] ?? 0) | (index << (8 - bits - (((at % 8) * bits) % 8)));
  }
  return data;
}

const runs8 = Buffer.concat(
  Array.from({ length: 8 }, (_, row) => Buffer.from(row < 4 ? [4, 2, 4, 3, 0, 0] : [0, 4, 0, 0, 0, 0, 4, 1, 0, 0])),
);
const runs4 = Buffer.concat(
  Array.from({ length: 8 }, (_, row) =>
    Buffer.from(row < 4 ? [4, 0x22, 4, 0x33, 0, 0] : [0, 8, 0x00, 0x00, 0x11, 0x11, 0, 0]),
  ),
);

function words(bytesEach: 2 | 4, encode: (colour: Colour) => number): Buffer {
  const data = Buffer.alloc(64 * bytesEach);
  for (const [at, index] of indices.entries()) {
    const value = encode(palette[index] ?? white);
    if (bytesEach === 2) data.writeUInt16LE(value, at * 2);
    else data.writeUInt32LE(value >>> 0, at * 4);
  }
  return data;
}

const in555 = ([r, g, b]: Colour): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);
const in565 = ([r, g, b]: Colour): number => ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3);
const inBgrx = ([r, g, b]: Colour): number => (r << 16) | (g << 8) | b;
const inRgba = ([r, g, b]: Colour): number => (r << 24) | (g << 16) | (b << 8) | 255;

const size = { widthPx: 8, heightPx: 8 };

describe("a bitmap", () => {
  test.for<readonly [string, Uint8Array]>([
    ["2 bits and a palette", bmp({ ...size, bitsPerPixel: 2, palette, data: packedIndices(2) })],
    ["4 bits and a palette", bmp({ ...size, bitsPerPixel: 4, palette, data: packedIndices(4) })],
    ["8 bits and a palette", bmp({ ...size, bitsPerPixel: 8, palette, data: packedIndices(8) })],
    ["8-bit runs", bmp({ ...size, bitsPerPixel: 8, compression: 1, palette, data: runs8 })],
    ["4-bit runs", bmp({ ...size, bitsPerPixel: 4, compression: 2, palette, data: runs4 })],
    ["16 bits", bmp({ ...size, bitsPerPixel: 16, data: words(2, in555) })],
    [
      "16 bits under masks",
      bmp({ ...size, bitsPerPixel: 16, compression: 3, masks: [0xf800, 0x07e0, 0x001f], data: words(2, in565) }),
    ],
    ["24 bits", bmp({ ...size, bitsPerPixel: 24, data: rows24(8, 8, corners(8, 8)) })],
    [
      "24 bits, the top row first",
      bmp({ ...size, heightPx: -8, bitsPerPixel: 24, data: rows24(8, 8, (x, y) => corners(8, 8)(x, 7 - y)) }),
    ],
    ["32 bits, the fourth unused", bmp({ ...size, bitsPerPixel: 32, data: words(4, inBgrx) })],
    [
      "32 bits under masks",
      bmp({
        ...size,
        bitsPerPixel: 32,
        compression: 6,
        masks: [0xff000000, 0xff0000, 0xff00, 0xff],
        data: words(4, inRgba),
      }),
    ],
  ])("of %s is read", async ([, bytes]) => {
    await expectCorners(bytes);
  });

  test("of one bit is read", async () => {
    const data = Buffer.alloc(8 * 4);
    for (let row = 0; row < 8; row += 1) data[row * 4] = 0x0f;
    const part = await imageOf(bmp({ ...size, bitsPerPixel: 1, palette: [red, white], data }));
    expect([await colourAt(part, 1, 1), await colourAt(part, 6, 6)]).toEqual([red, white]);
  });

  test("that ends early is shown as far as it goes, and said", async () => {
    const whole = bmp({ ...size, bitsPerPixel: 24, data: rows24(8, 8, corners(8, 8)) });
    const { events } = await read(whole.subarray(0, whole.length - 60));
    expect(remarksIn(events)).toEqual([expect.stringContaining("damaged")]);
  });

  test("of runs that end early is shown as far as they go, and said", async () => {
    const bytes = (data: Uint8Array) => bmp({ ...size, bitsPerPixel: 8, compression: 1, palette, data });
    expect(remarksIn((await read(bytes(runs8.subarray(0, 30)))).events)).toEqual([expect.stringContaining("damaged")]);
    const ended = Buffer.concat([runs8.subarray(0, 12), Buffer.from([0, 1])]);
    expect(remarksIn((await read(bytes(ended))).events)).toEqual([]);
  });

  test("that says that it is huge is refused by its header", async () => {
    const bytes = bmp({ widthPx: 40_000, heightPx: 1, bitsPerPixel: 24, data: new Uint8Array(4) });
    expect(await errorOf(bytes)).toMatchObject({ code: "too-large" });
  });
});

describe("an icon", () => {
  test("shows its largest image and names the others", async () => {
    const png = await sharpOf(32, 32, corners(32, 32)).png().toBuffer();
    const small = dib({ widthPx: 16, heightPx: 32, bitsPerPixel: 24, data: Buffer.alloc(16 * 48 + 64) });
    const { events, text } = await read(
      icon([
        { sidePx: 16, data: small },
        { sidePx: 32, data: png },
      ]),
    );
    expect(text).toContain("ICO 32×32");
    expect(remarksIn(events)).toEqual([expect.stringContaining("32×32, 16×16")]);
  });

  test("hides what its mask hides", async () => {
    const mask = Buffer.alloc(8 * 4);
    for (let row = 0; row < 8; row += 1) mask[row * 4] = 0xf0;
    const data = Buffer.concat([rows24(8, 8, () => red), mask]);
    const part = await imageOf(icon([{ sidePx: 8, data: dib({ widthPx: 8, heightPx: 16, bitsPerPixel: 24, data }) }]));
    const { data: pixels } = await sharp(part.data).raw().toBuffer({ resolveWithObject: true });
    expect([pixels[3], pixels[7 * 4 + 3]]).toEqual([0, 255]);
  });

  test("whose largest image is broken shows the next", async () => {
    const data = Buffer.concat([rows24(8, 8, corners(8, 8)), Buffer.alloc(32)]);
    const good = dib({ widthPx: 8, heightPx: 16, bitsPerPixel: 24, data });
    await expectCorners(
      icon([
        { sidePx: 64, data: Buffer.from("nothing of the kind") },
        { sidePx: 8, data: good },
      ]),
    );
  });
});

describe("a Photoshop file", () => {
  const rgb = pixelsOf(8, 8, corners(8, 8));
  const plane = (channel: number): Uint8Array => rgb.filter((_, at) => at % 3 === channel);
  const channels = [0, 1, 2].map(plane);
  const twice = (data: Uint8Array): Uint8Array =>
    Uint8Array.from({ length: data.length * 2 }, (_, at) => data[at >> 1] ?? 0);
  const inks = async (): Promise<readonly Uint8Array[]> => {
    const image = sharp(rgb, { raw: { width: 8, height: 8, channels: 3 } })
      .toColourspace("cmyk")
      .raw();
    const data = await image.toBuffer();
    return [0, 1, 2, 3].map((ink) => data.filter((_, at) => at % 4 === ink).map((value) => 255 - value));
  };

  test.for([
    ["RGB", { mode: 3, channels }],
    ["RGB, packed", { mode: 3, channels, isPacked: true }],
    ["RGB with one more channel", { mode: 3, channels: [...channels, new Uint8Array(64)], isPacked: true }],
    ["RGB of 16 bits", { mode: 3, bits: 16, channels: channels.map(twice) }],
  ] as const)("in %s is read", async ([, parts]) => {
    await expectCorners(psd({ ...size, ...parts }));
  });

  // Above, black at alpha 0; below, green at 255.
  const halves = (above: number, below: number): Uint8Array => new Uint8Array(64).fill(above, 0, 32).fill(below, 32);

  test.for([8, 16])("in which something is see-through is shown without it, of %i bits", async (bits) => {
    const planes = [halves(0, 0), halves(0, 200), halves(0, 0), halves(0, 255)];
    const deep = bits === 16 ? planes.map(twice) : planes;
    const part = await imageOf(psd({ ...size, mode: 3, bits, channels: deep, layers: -1 }));
    expect(part.mediaType).toBe("image/png");
    const { data } = await sharp(part.data).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([data[3], data[60 * 4 + 1], data[60 * 4 + 3]]).toEqual([0, 200, 255]);
    // The same channel is a selection that was kept, where the layers do not call it alpha.
    const kept = await imageOf(psd({ ...size, mode: 3, bits, channels: deep, layers: 1 }));
    expect(distance(await colourAt(kept, 1, 1), [0, 0, 0])).toBeLessThan(3);
  });

  test("that was laid on white when it was saved keeps its colours", async () => {
    const planes = [halves(255, 240), halves(255, 160), halves(255, 160), halves(0, 60)];
    const part = await imageOf(psd({ ...size, mode: 3, channels: planes, layers: -1, isPacked: true }));
    expect(distance(await colourAt(part, 1, 1), [255, 255, 255])).toBeLessThan(3);
    expect(distance(await colourAt(part, 1, 6), [240, 160, 160])).toBeLessThan(3);
  });

  test("in colours of a palette is read", async () => {
    const topFirst = Uint8Array.from(indices, (_, at) => indices[(7 - (at >> 3)) * 8 + (at % 8)] ?? 0);
    const colours = new Uint8Array(768);
    for (const [index, colour] of palette.entries())
      for (const [channel, value] of colour.entries()) colours[channel * 256 + index] = value;
    await expectCorners(psd({ ...size, mode: 2, channels: [topFirst], palette: colours }));
  });

  // Inks cannot print these colours as bright as they are.
  test("in inks is read", async () => {
    await expectCorners(psd({ ...size, mode: 4, channels: await inks() }), 120);
  });

  test.for([
    [8, [Uint8Array.of(136), Uint8Array.of(208), Uint8Array.of(195)]],
    [16, [Uint8Array.of(136, 75), Uint8Array.of(208, 0), Uint8Array.of(195, 0)]],
  ] as const)("in Lab of %i bits is read", async ([bits, planes]) => {
    const part = await imageOf(psd({ widthPx: 1, heightPx: 1, bits, mode: 9, channels: planes }));
    expect(distance(await colourAt(part, 0, 0), [255, 0, 0])).toBeLessThan(8);
  });

  test("in grey is read", async () => {
    const part = await imageOf(psd({ ...size, mode: 1, channels: [new Uint8Array(64).fill(90)] }));
    expect(distance(await colourAt(part, 3, 3), [90, 90, 90])).toBeLessThan(3);
  });

  test("that ends early is shown as far as it goes, and said", async () => {
    const whole = psd({ ...size, mode: 3, channels });
    const { events } = await read(whole.subarray(0, whole.length - 40));
    expect(remarksIn(events)).toEqual([expect.stringContaining("damaged")]);
  });

  test("of 32 bits says what to do", async () => {
    const error = await errorOf(
      psd({ ...size, mode: 3, bits: 32, channels: [new Uint8Array(256), new Uint8Array(256), new Uint8Array(256)] }),
    );
    expect(error).toMatchObject({ code: "unsupported-type" });
    expect(error.hint).toContain("PNG");
  });
});

describe("an animated PNG", () => {
  const flat = (side: number, colour: Colour): Promise<Uint8Array> =>
    sharpOf(side, side, () => colour)
      .png()
      .toBuffer();

  test.for([
    [0, 1, [red, red]],
    [1, 1, [white, red]],
    [2, 1, [white, red]],
  ] as const)("disposes of frames as it says (%i)", async ([disposal, blend, [left, right]]) => {
    const square = await flat(4, red);
    const bytes = apng([
      { png: await flat(8, white), ...size },
      { png: square, widthPx: 4, heightPx: 4, disposal, blend },
      { png: square, widthPx: 4, heightPx: 4, xPx: 4, blend },
    ]);
    const part = await imageOf(bytes, { pages: [{ first: 3, last: 3 }] });
    expect([await colourAt(part, 1, 1), await colourAt(part, 6, 1)]).toEqual([left, right]);
  });

  test("gives its first frame and a sheet", async () => {
    const bytes = apng([
      { png: await flat(8, white), ...size, delayMs: 500 },
      { png: await flat(8, blue), ...size, delayMs: 500 },
    ]);
    const images = await imagesOf(bytes);
    expect(images).toHaveLength(2);
    expect(await infoOf(bytes)).toMatchObject({ facts: { frames: 2, durationMs: 1000 } });
  });

  test("whose default image is not part of the animation shows the first frame", async () => {
    const frame = { png: await flat(8, blue), ...size };
    const [header, control, , still, ...frames] = chunksOf(
      apng([{ png: await flat(8, white), ...size }, frame, { png: await flat(8, red), ...size }]),
    );
    const chunks = [header, control, still, ...frames].filter((chunk) => chunk !== undefined);
    const [first] = await imagesOf(writePng(chunks));
    expect(first && (await colourAt(first, 1, 1))).toEqual(blue);
  });

  test("whose frames are outside its canvas is a still image", async () => {
    const bytes = apng([
      { png: await flat(8, white), ...size },
      { png: await flat(8, blue), ...size, xPx: 4_000_000_000 },
    ]);
    expect(await imagesOf(bytes)).toHaveLength(1);
  });

  test("that is cut off says that frames are missing", async () => {
    const frame = { png: await flat(8, white), ...size };
    const bytes = apng([frame, frame, { png: await flat(8, blue), ...size }]);
    expect(remarksIn((await read(bytes)).events)).toEqual([]);
    expect(remarksIn((await read(bytes.subarray(0, bytes.length - 40))).events)).toEqual([
      "The animation is damaged: some of its frames are missing.",
    ]);
  });
});

test("masks of a BMP with 24 bits a pixel, which Windows does not have, are ignored", async () => {
  const bytes = new Uint8Array(readFileSync(new URL("../../../fixtures/image/bmp-24-bit/input.bmp", import.meta.url)));
  const masked = bytes.with(30, 3);
  const { events, error } = await collect(image(), masked, { name: "a.bmp" });
  expect(error).toBeUndefined();
  expect(events).toEqual((await collect(image(), bytes, { name: "a.bmp" })).events);
});
