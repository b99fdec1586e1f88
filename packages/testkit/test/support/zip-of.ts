import { Buffer } from "node:buffer";
import { crc32, deflateRawSync } from "node:zlib";

/** The parts of a package by their names. */
export type Parts = Readonly<Record<string, string | Uint8Array>>;

/**
 * A ZIP file of these members. They are stored, so that every version of zlib makes the same bytes, or deflated, where
 * the file would be a bomb.
 */
export function zipOf(parts: Parts, method: "stored" | "deflated" = "stored"): Uint8Array {
  const members: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const { facts, packed } = packedMember(name, typeof content === "string" ? Buffer.from(content) : content, method);
    const member = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\0"), facts, rest, Buffer.from(name)]));
    members.push(member);
    offset += member.length;
  }
  return new Uint8Array(Buffer.concat([...members, ...directory, endOf(directory, offset)]));
}

interface PackedMember {
  readonly facts: Buffer;
  readonly packed: Uint8Array;
}

/** Version 2.0, no flags, the method, no time; then checksum, sizes, and the length of the name. */
function packedMember(name: string, bytes: Uint8Array, method: "stored" | "deflated"): PackedMember {
  const packed = method === "stored" ? bytes : deflateRawSync(bytes);
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(method === "stored" ? 0 : 8, 4);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(Buffer.byteLength(name), 22);
  return { facts, packed };
}

function endOf(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
