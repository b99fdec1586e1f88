import { expect, test } from "vitest";
import sharp from "sharp";
import { writeTiff } from "../src/formats/engine/write-tiff.ts";
import { colourAt, distance, errorOf, imageOf, infoOf, read, remarksIn } from "./reading.ts";

interface TiffPlan {
  readonly bits: number;
  readonly samples: number;
  /** 1 black is zero, 2 RGB, 8 CIE L*a*b*. */
  readonly photometric: number;
  /** 1 whole numbers, 3 floating point. */
  readonly sampleFormat?: number;
}

const short = 3;
const long = 4;

/** A TIFF file of 4 by 4 equal pixels, uncompressed, the way TIFF 6.0 has it. */
function tiff({ bits, samples, photometric, sampleFormat = 1 }: TiffPlan, byte: number): Uint8Array {
  const length = (16 * samples * bits) / 8;
  const fields: readonly (readonly [tag: number, type: number, value: number])[] = [
    [256, short, 4],
    [257, short, 4],
    [258, short, bits],
    [259, short, 1],
    [262, short, photometric],
    [273, long, 8],
    [277, short, samples],
    [278, short, 4],
    [279, long, length],
    // Of samples beyond the colours, the first is alpha.
    ...(photometric === 8 && samples === 4 ? ([[338, short, 2]] as const) : []),
    [339, short, sampleFormat],
  ];
  const bytes = Buffer.alloc(8 + length + 2 + fields.length * 12 + 4 + 16, 0);
  bytes.write("II*\0", "latin1");
  bytes.writeUInt32LE(8 + length, 4);
  bytes.fill(byte, 8, 8 + length);
  bytes.writeUInt16LE(fields.length, 8 + length);
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = 8 + length + 2 + index * 12;
    const isEach = (tag === 258 || tag === 339) && samples > 2;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(isEach ? samples : 1, at + 4);
    if (isEach) bytes.writeUInt32LE(bytes.length - (tag === 258 ? 16 : 8), at + 8);
    else bytes.writeUInt32LE(value, at + 8);
  }
  for (let sample = 0; sample < samples; sample += 1) {
    if (samples > 2) bytes.writeUInt16LE(bits, bytes.length - 16 + sample * 2);
    if (samples > 2) bytes.writeUInt16LE(sampleFormat, bytes.length - 8 + sample * 2);
  }
  return bytes;
}

test.for([
  ["one number, grey", { bits: 32, samples: 1, photometric: 1 }],
  ["one number, RGB", { bits: 32, samples: 3, photometric: 2 }],
  ["one number in floating point", { bits: 32, samples: 1, photometric: 1, sampleFormat: 3 }],
  ["64 bits a channel", { bits: 64, samples: 1, photometric: 1, sampleFormat: 3 }],
  ["12 bits a channel", { bits: 12, samples: 1, photometric: 1 }],
  ["Lab of 8 bits", { bits: 8, samples: 3, photometric: 8 }],
  ["YCbCr outside of JPEG", { bits: 8, samples: 3, photometric: 6 }],
  ["Lab with alpha", { bits: 16, samples: 4, photometric: 8 }],
] as const)("TIFF of %s is refused, and not shown as black or nothing", async ([, plan]) => {
  expect(await errorOf(tiff(plan, 0x3f))).toMatchObject({ code: "unsupported-type" });
});

test.for([
  ["16 bits a channel, grey", { bits: 16, samples: 1, photometric: 1 }, 0x3f],
  ["16 bits a channel, RGB", { bits: 16, samples: 3, photometric: 2 }, 0x3f],
] as const)("TIFF of %s is shown in its colour", async ([, plan, level]) => {
  const [red] = await colourAt(await imageOf(tiff(plan, level)), 1, 1);
  expect(Math.abs(red - level)).toBeLessThan(4);
});

test.for([
  ["floating point", 3, [-5.5, 0, 5, 10]],
  ["whole numbers", 1, [1000, 2000, 3000, 4000]],
] as const)(
  "TIFF of %s is shown from its minimum to its maximum, and both are reported",
  async ([, sampleFormat, rows]) => {
    const bytes = tiff({ bits: 32, samples: 1, photometric: 1, sampleFormat }, 0);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    for (let index = 0; index < 16; index += 1) {
      const value = rows[index >> 2] ?? 0;
      if (sampleFormat === 3) view.setFloat32(8 + index * 4, value, true);
      else view.setUint32(8 + index * 4, value, true);
    }
    const part = await imageOf(bytes);
    expect(distance(await colourAt(part, 1, 0), [0, 0, 0])).toBeLessThan(2);
    expect(distance(await colourAt(part, 1, 3), [255, 255, 255])).toBeLessThan(2);
    const remarks = remarksIn((await read(bytes)).events);
    expect(remarks).toEqual([
      expect.stringContaining(`its minimum ${rows[0]} is shown as black and its maximum ${rows[3]}`),
    ]);
  },
);

test("TIFF in floating point with a profile is shown in its colours, and not black", async () => {
  const shape = { widthPx: 4, heightPx: 4, bitsPerSample: 32, photometric: 2, samples: 3 };
  const { icc } = await sharp(
    await sharp(tiff({ bits: 8, samples: 3, photometric: 2 }, 9))
      .withIccProfile("p3")
      .tiff()
      .toBuffer(),
  ).metadata();
  const pixels = new DataView(new ArrayBuffer(4 * 4 * 3 * 4));
  for (let at = 0; at < pixels.byteLength; at += 4) pixels.setFloat32(at, 0.2);
  const bytes = writeTiff(
    { ...shape, isFloat: true, ...(icc === undefined ? {} : { icc }) },
    new Uint8Array(pixels.buffer),
  );
  expect(await sharp(bytes).metadata()).toMatchObject({ space: "scrgb", hasProfile: true });
  // A fifth of the way to white, since light is encoded in that profile as it is in sRGB: GIMP writes such files.
  expect(distance(await colourAt(await imageOf(bytes), 1, 1), [51, 51, 51])).toBeLessThan(3);
});

test.for([
  ["1 is white", 0.5, undefined],
  ["255 is white, which nothing says", 127, "unsupported-type"],
] as const)("TIFF of colours in floating point where %s", async ([, number, code]) => {
  const shape = { widthPx: 4, heightPx: 4, bitsPerSample: 32, photometric: 2, samples: 3, isFloat: true };
  const pixels = new DataView(new ArrayBuffer(4 * 4 * 3 * 4));
  for (let at = 0; at < pixels.byteLength; at += 4) pixels.setFloat32(at, number);
  const { error } = await read(writeTiff(shape, new Uint8Array(pixels.buffer)));
  expect((error as { readonly code?: string } | undefined)?.code).toBe(code);
});

test("the smaller copies in a pyramid are no pages", async () => {
  const image = sharp({ create: { width: 600, height: 400, channels: 3, background: "#369" } });
  const bytes = await image.tiff({ pyramid: true, tile: true, tileWidth: 128, tileHeight: 128 }).toBuffer();
  expect((await sharp(bytes).metadata()).pages).toBeGreaterThan(1);
  expect(await imageOf(bytes)).toMatchObject({ widthPx: 600, heightPx: 400 });
  expect((await infoOf(bytes)).extents).toEqual([]);
});

test("colours in floating point are shown as their profile says: as light, or encoded", async () => {
  const numbers = Buffer.alloc(4 * 4 * 3 * 4);
  for (let at = 0; at < numbers.length; at += 4) numbers.writeFloatBE(0.5, at);
  const shape = { widthPx: 4, heightPx: 4, bitsPerSample: 32, photometric: 2, samples: 3, isFloat: true };
  const profiled = await sharp(Buffer.alloc(3), { raw: { width: 1, height: 1, channels: 3 } })
    .withIccProfile("srgb")
    .png()
    .toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(profiled).metadata();
  const levelOf = async (bytes: Uint8Array): Promise<number> => (await colourAt(await imageOf(bytes), 1, 1))[0];
  expect(await levelOf(writeTiff(shape, numbers))).toBe(188);
  expect(await levelOf(writeTiff({ ...shape, icc }, numbers))).toBe(128);
});

test("Lab in floating point is shown in its colours, and not as numbers", async () => {
  const numbers = new DataView(new ArrayBuffer(4 * 4 * 3 * 4));
  // The red of sRGB, by the formulas of CIE.
  for (let at = 0; at < numbers.byteLength; at += 12) {
    for (const [index, number] of [53.24, 80.09, 67.2].entries()) numbers.setFloat32(at + index * 4, number);
  }
  const shape = { widthPx: 4, heightPx: 4, bitsPerSample: 32, photometric: 8, samples: 3, isFloat: true };
  const { events } = await read(writeTiff(shape, new Uint8Array(numbers.buffer)));
  const shown = events.find((event) => event.type === "image");
  expect(shown && distance(await colourAt(shown, 2, 2), [255, 0, 0])).toBeLessThan(4);
  expect(remarksIn(events)).toEqual([]);
});
