import { read, utils, write } from "cfb";

/** Bytes of a chunk when all of them are literals. */
const chunkInput = 3000;

/** Packs bytes as a container of a VBA project, without a single copy ([MS-OVBA] 2.4.1). */
function packed(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(1)];
  for (let at = 0; at < bytes.length; at += chunkInput) {
    const tokens: number[] = [];
    for (const [index, byte] of bytes.subarray(at, at + chunkInput).entries()) {
      if (index % 8 === 0) tokens.push(0);
      tokens.push(byte);
    }
    const header = 0xb000 | (tokens.length - 1);
    parts.push(Uint8Array.of(header & 0xff, header >> 8, ...tokens));
  }
  return new Uint8Array(Buffer.concat(parts));
}

function record(type: number, body: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(6));
  head.setUint16(0, type, true);
  head.setUint32(2, body.length, true);
  return new Uint8Array(Buffer.concat([new Uint8Array(head.buffer), body]));
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The version tells a length of four bytes and has six. */
const version = Uint8Array.of(9, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2, 0);

/** A `vbaProject.bin`, or the macros of an older document where they lie in a storage of this name. */
export function vbaProject(modules: Readonly<Record<string, string>>, storage = ""): Uint8Array {
  const records = [record(0x0003, Uint8Array.of(0xe3, 0x04)), version];
  const file = utils.cfb_new();
  for (const [name, code] of Object.entries(modules)) {
    records.push(
      record(0x0019, ascii(name)),
      record(0x001a, ascii(name)),
      record(0x0032, new Uint8Array(Buffer.from(name, "utf16le"))),
      record(0x0031, Uint8Array.of(3, 0, 0, 0)),
      record(0x002b, new Uint8Array()),
    );
    const stream = Buffer.concat([Buffer.from("???"), packed(cyrillic(code))]);
    utils.cfb_add(file, `/${storage}VBA/${name}`, stream);
  }
  utils.cfb_add(file, `/${storage}VBA/dir`, Buffer.from(packed(new Uint8Array(Buffer.concat(records)))));
  return bytesOf(file);
}

/** Code page 1251, as far as these tests go. */
function cyrillic(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x80 ? code : code - 0x410 + 0xc0;
  });
}

/** The same compound file with the streams of another one besides. */
export function withStreams(bytes: Uint8Array, other: Uint8Array): Uint8Array {
  const file = read(Buffer.from(bytes), { type: "buffer" });
  const added = read(Buffer.from(other), { type: "buffer" });
  for (const [index, path] of added.FullPaths.entries()) {
    const content = added.FileIndex[index]?.content;
    const name = path.slice(path.indexOf("/"));
    if (content !== undefined && content.length > 0 && /VBA/.test(name)) utils.cfb_add(file, name, content);
  }
  return bytesOf(file);
}

function bytesOf(file: ReturnType<typeof read>): Uint8Array {
  return new Uint8Array(write(file, { type: "buffer" }) as Buffer);
}
