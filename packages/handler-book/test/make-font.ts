import { Buffer } from "node:buffer";
import { concat } from "@reader/testkit";

/** Writes a TrueType font without outlines whose glyphs are the letters `A` to `Z`, as wide as given in 1000ths of an em. */
export function makeFont(width: number, name: string): Uint8Array {
  const tables: readonly (readonly [tag: string, bytes: Uint8Array])[] = [
    ["cmap", characterMap()],
    ["head", filled(54, [18, 1000], [44, 1])],
    ["hhea", filled(36, [34, 1])],
    ["hmtx", filled(4, [0, width])],
    ["maxp", filled(6, [4, 27])],
    ["name", nameTable(name)],
    ["post", filled(32)],
  ];
  const header = Buffer.alloc(12 + tables.length * 16);
  header.writeUInt32BE(0x0001_0000);
  header.writeUInt16BE(tables.length, 4);
  let at = header.length;
  for (const [index, [tag, bytes]] of tables.entries()) {
    header.write(tag, 12 + index * 16);
    header.writeUInt32BE(at, 12 + index * 16 + 8);
    header.writeUInt32BE(bytes.length, 12 + index * 16 + 12);
    at += bytes.length;
  }
  return concat([header, ...tables.map(([, bytes]) => bytes)]);
}

function filled(length: number, ...values: readonly (readonly [at: number, value: number])[]): Uint8Array {
  const bytes = Buffer.alloc(length);
  for (const [at, value] of values) bytes.writeUInt16BE(value, at);
  return bytes;
}

/** One segment: `A` to `Z` are the glyphs 1 to 26. */
function characterMap(): Uint8Array {
  const [first, last, end] = [0x41, 0x5a, 0xffff];
  const values = [0, 1, 3, 1, 0, 12, 4, 32, 0, 4, 0, 0, 0, last, end, 0, first, end, 0x1_0000 - first + 1, 1, 0, 0];
  return filled(values.length * 2, ...values.map((value, index): readonly [number, number] => [index * 2, value]));
}

function nameTable(name: string): Uint8Array {
  const text = Buffer.from(name, "utf16le").swap16();
  const head = filled(18, [2, 1], [4, 18], [6, 3], [8, 1], [10, 0x409], [12, 4], [14, text.length]);
  return concat([head, text]);
}

/** Hides the first bytes of a font by the name of its part, as XPS demands. */
export function obfuscated(font: Uint8Array, guid: string): Uint8Array {
  const key = Buffer.from(guid.replaceAll("-", ""), "hex").reverse();
  return font.map((byte, at) => (at < 32 ? byte ^ (key[at % 16] ?? 0) : byte));
}
