import { crc32, deflateSync } from "node:zlib";

const signatureAndHeaderBytes = 33;

/** A PNG with a colour profile. */
export function withProfile(png: Uint8Array, profile: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from("iCCPgrey\0\0", "latin1"), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  chunk.set(body, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, signatureAndHeaderBytes), chunk, png.subarray(signatureAndHeaderBytes)]);
}

/** The light of D50, in sixteenths of sixteen bits, as ICC.1:2022, 7.2.16 has it. */
const whitePoint = [63_190, 65_536, 54_061] as const;

/** A profile of greys whose numbers are amounts of light (ICC.1:2022, 8.4): version 2, a curve without points. */
export function linearGrey(): Uint8Array {
  return profileOf("GRAY", [
    ["desc", nameTag("Linear Gray")],
    ["cprt", rightsTag()],
    ["wtpt", colourTag(whitePoint)],
    ["kTRC", curveTag([])],
  ]);
}

/** The primaries of sRGB for the light of D50, in the same parts. */
const primaries = { rXYZ: [28_578, 14_582, 912], gXYZ: [25_241, 46_981, 6361], bXYZ: [9376, 3973, 46_797] } as const;

/** A profile of a screen with the colours of sRGB and this curve (ICC.1:2022, 10.6 or 10.18). */
export function screenProfile(name: string, curve: Buffer): Uint8Array {
  const colours = Object.entries(primaries).map(([tag, colour]) => [tag, colourTag(colour)] as const);
  const curves = ["rTRC", "gTRC", "bTRC"].map((tag) => [tag, curve] as const);
  return profileOf("RGB ", [
    ["desc", nameTag(name)],
    ["cprt", rightsTag()],
    ["wtpt", colourTag(whitePoint)],
    ...colours,
    ...curves,
  ]);
}

/** A curve with 16-bit points: no points if linear, one point for an exponent in parts of 256. */
export function curveTag(points: readonly number[]): Buffer {
  const curve = Buffer.alloc(12 + points.length * 2);
  curve.write("curv", "latin1");
  curve.writeUInt32BE(points.length, 8);
  for (const [index, point] of points.entries()) curve.writeUInt16BE(point, 12 + index * 2);
  return filled(curve);
}

/** A curve by a formula. */
export function formulaTag(kind: number, numbers: readonly number[]): Buffer {
  const formula = Buffer.alloc(12 + numbers.length * 4);
  formula.write("para", "latin1");
  formula.writeUInt16BE(kind, 8);
  for (const [index, number] of numbers.entries()) formula.writeInt32BE(Math.round(number * 65_536), 12 + index * 4);
  return formula;
}

function colourTag(colour: readonly number[]): Buffer {
  const tag = Buffer.alloc(20);
  tag.write("XYZ ", "latin1");
  for (const [index, value] of colour.entries()) tag.writeInt32BE(value, 8 + index * 4);
  return tag;
}

function nameTag(name: string): Buffer {
  const tag = Buffer.alloc(104);
  tag.write("desc", "latin1");
  tag.writeUInt32BE(name.length + 1, 8);
  tag.write(name, 12, "latin1");
  return tag;
}

function rightsTag(): Buffer {
  return Buffer.from("text\0\0\0\0none\0\0\0\0", "latin1");
}

/** Tags begin at multiples of four. */
function filled(tag: Buffer): Buffer {
  return Buffer.concat([tag, Buffer.alloc(-tag.length & 3)]);
}

function profileOf(colours: string, tags: readonly (readonly [name: string, data: Buffer])[]): Uint8Array {
  const head = Buffer.alloc(128 + 4 + tags.length * 12);
  head.writeUInt32BE(0x02_10_00_00, 8);
  head.write(`mntr${colours}XYZ `, 12, "latin1");
  head.write("acsp", 36, "latin1");
  for (const [index, value] of whitePoint.entries()) head.writeInt32BE(value, 68 + index * 4);
  head.writeUInt32BE(tags.length, 128);
  let at = head.length;
  for (const [index, [name, data]] of tags.entries()) {
    const entryAt = 132 + index * 12;
    head.write(name, entryAt, "latin1");
    head.writeUInt32BE(at, entryAt + 4);
    head.writeUInt32BE(data.length, entryAt + 8);
    at += data.length;
  }
  head.writeUInt32BE(at);
  return Buffer.concat([head, ...tags.map(([, data]) => data)]);
}
