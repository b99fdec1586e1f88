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
  const white = Buffer.alloc(20);
  white.write("XYZ ", "latin1");
  for (const [index, value] of whitePoint.entries()) white.writeInt32BE(value, 8 + index * 4);
  const name = Buffer.alloc(104);
  name.write("desc", "latin1");
  name.writeUInt32BE(12, 8);
  name.write("Linear Gray", 12, "latin1");
  const curve = Buffer.alloc(12);
  curve.write("curv", "latin1");
  const rights = Buffer.from("text\0\0\0\0none\0\0\0\0", "latin1");
  return profileOf([
    ["desc", name],
    ["cprt", rights],
    ["wtpt", white],
    ["kTRC", curve],
  ]);
}

function profileOf(tags: readonly (readonly [name: string, data: Buffer])[]): Uint8Array {
  const head = Buffer.alloc(128 + 4 + tags.length * 12);
  head.writeUInt32BE(0x02_10_00_00, 8);
  head.write("mntrGRAYXYZ ", 12, "latin1");
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
