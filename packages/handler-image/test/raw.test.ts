import { describe, expect, test } from "vitest";
import { corners, sharpOf } from "./drawing.ts";
import { colourAt, distance, errorOf, imageOf, infoOf, read, remarksIn } from "./reading.ts";

const short = 3;
const long = 4;
const sensor = 32_803;

type Field = readonly [tag: number, type: number, value: number];

/** The places of what a raw photo holds, so that its directories can name them. */
interface Places {
  readonly jpeg: number;
  readonly jpegBytes: number;
  /** Where the second directory starts. */
  readonly second: number;
}

interface RawPlan {
  readonly jpeg: Uint8Array;
  readonly first: (places: Places) => readonly Field[];
  readonly second: (places: Places) => readonly Field[];
  readonly isCanon?: boolean;
}

/** A raw photo of two directories, of which the first does not lead to the second unless a field does. */
function raw({ jpeg, first, second, isCanon = false }: RawPlan): Uint8Array {
  const jpegAt = 16;
  const firstAt = jpegAt + jpeg.length + (jpeg.length & 1);
  const count = first({ jpeg: 0, jpegBytes: 0, second: 0 }).length;
  const places = { jpeg: jpegAt, jpegBytes: jpeg.length, second: firstAt + 2 + count * 12 + 4 };
  const head = Buffer.alloc(16);
  head.write("II*\0", "latin1");
  head.writeUInt32LE(firstAt, 4);
  if (isCanon) head.write("CR\u0002\0", 8, "latin1");
  const gap = Buffer.alloc(jpeg.length & 1);
  return Buffer.concat([head, jpeg, gap, directory(first(places)), directory(second(places))]);
}

function directory(fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(2 + fields.length * 12 + 4);
  bytes.writeUInt16LE(fields.length);
  for (const [index, [tag, type, value]] of fields.entries()) {
    const at = 2 + index * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(type, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return bytes;
}

const preview = sharpOf(160, 120, corners(160, 120)).jpeg().toBuffer();
const sensorFields: readonly Field[] = [
  [256, long, 6048],
  [257, long, 4024],
  [262, short, sensor],
];

/** As Nikon and Adobe write it: a thumbnail first, the sensor and the preview below it. */
async function nef(): Promise<Uint8Array> {
  return raw({
    jpeg: await preview,
    first: ({ second }) => [
      [254, long, 1],
      [256, short, 16],
      [257, short, 12],
      [274, short, 6],
      [330, long, second],
    ],
    second: ({ jpeg, jpegBytes }) => [...sensorFields, [513, long, jpeg], [514, long, jpegBytes]],
  });
}

describe("a raw photo", () => {
  test("is shown as its preview, upright, with a notice about the sensor image", async () => {
    const bytes = await nef();
    const part = await imageOf(bytes);
    expect(part).toMatchObject({ mediaType: "image/jpeg", widthPx: 120, heightPx: 160 });
    // Held at 6, its left lower corner, which is blue, is at the top left.
    expect(distance(await colourAt(part, 10, 10), [0, 0, 200])).toBeLessThan(40);
    const { text, events } = await read(bytes);
    expect(text).toBe("x.img · raw photo, preview 120×160\n");
    expect(remarksIn(events)).toEqual([expect.stringContaining("its own 6048×4024 pixels must be developed first")]);
    expect((await infoOf(bytes)).facts).toMatchObject({ format: "raw photo, preview", widthPx: 120 });
  });

  test("is upright also where the file itself was asked for", async () => {
    expect(await imageOf(await nef(), { view: "native" })).toMatchObject({ widthPx: 120, heightPx: 160 });
  });

  test("of Canon has its preview as the strip of a page", async () => {
    const bytes = raw({
      jpeg: await preview,
      first: ({ jpeg, jpegBytes }) => [
        [259, short, 6],
        [273, long, jpeg],
        [279, long, jpegBytes],
      ],
      second: () => [],
      isCanon: true,
    });
    expect(await imageOf(bytes)).toMatchObject({ mediaType: "image/jpeg", widthPx: 160, heightPx: 120 });
  });

  test("without a preview is refused with the way to develop it", async () => {
    const bytes = raw({ jpeg: new Uint8Array(0), first: () => sensorFields, second: () => [] });
    expect(await errorOf(bytes)).toMatchObject({
      code: "unsupported-type",
      hint: expect.stringContaining("darktable-cli"),
    });
  });

  test("whose directories go round comes to an end", async () => {
    const bytes = raw({
      jpeg: new Uint8Array(0),
      first: ({ second }) => [...sensorFields, [330, long, second]],
      second: ({ second }) => [[330, long, second]],
    });
    expect(await errorOf(bytes)).toMatchObject({ code: "unsupported-type" });
  });
});
