import { expect, test } from "vitest";
import { errorOf, imageOf, colourAt } from "./reading.ts";

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
  ["32 bits a channel, grey", { bits: 32, samples: 1, photometric: 1 }],
  ["32 bits a channel, RGB", { bits: 32, samples: 3, photometric: 2 }],
  ["floating point, grey", { bits: 32, samples: 1, photometric: 1, sampleFormat: 3 }],
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
