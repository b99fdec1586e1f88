import { crc32, deflateRawSync } from "node:zlib";

/** A ZIP file of so many small text files in folders of fifty, as a source tree has them. */
export function makeZip(entryCount: number): Uint8Array {
  const members: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (let index = 0; index < entryCount; index += 1) {
    const name = Buffer.from(`project/packages/package-${Math.floor(index / 50)}/source/module-${index}.ts`);
    const content = Buffer.from(`export const value${index} = ${index};\n`.repeat(1 + (index % 9)));
    const packed = deflateRawSync(content, { level: 1 });
    const facts = factsOf({ name, content, packed, seconds: index % 30 });
    directory.push(Buffer.concat([word(0x02014b50), short(0x0314), facts, Buffer.alloc(10), word(at), name]));
    members.push(word(0x04034b50), facts, name, packed);
    at += 4 + facts.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const counts = [short(Math.min(entryCount, 0xffff)), short(Math.min(entryCount, 0xffff))];
  const end = [word(0x06054b50), word(0), ...counts, word(entries.length), word(at), short(0)];
  return Buffer.concat([...members, entries, ...end]);
}

interface Member {
  readonly name: Buffer;
  readonly content: Buffer;
  readonly packed: Buffer;
  readonly seconds: number;
}

/** What the header of a member and its entry have in common (APPNOTE 4.3.7 and 4.3.12); packed in March 2024. */
function factsOf({ name, content, packed, seconds }: Member): Buffer {
  return Buffer.concat([
    ...[20, 0, 8, seconds, (44 << 9) | (3 << 5) | 1].map(short),
    ...[crc32(content), packed.length, content.length].map(word),
    short(name.length),
    short(0),
  ]);
}

function short(value: number): Buffer {
  return Buffer.from([value & 0xff, value >>> 8]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
