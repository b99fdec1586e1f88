import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP file of texts by name, each deflated. */
export function zipOfTexts(texts: Readonly<Record<string, string>>): Uint8Array {
  const members: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes);
    // Version 2.0, no flags, deflated, without a time; then checksum, sizes, and the length of the name.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const member = Buffer.concat([Buffer.from("PK\x03\x04"), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), facts, rest, Buffer.from(name)]));
    members.push(member);
    offset += member.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...members, ...directory, Buffer.from("PK\x05\x06"), end]);
}
