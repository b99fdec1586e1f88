import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { viewOf } from "@reader/office-kit/compound";
import { inlineImage } from "../../src/doc/word-drawings.ts";

function record(type: number, instance: number, content: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | 3, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}

/** A table of properties ([MS-ODRAW], 2.2.9); those whose value is text have it behind the table. */
function properties(type: number, ...given: readonly (readonly [code: number, value: number | string])[]): Uint8Array {
  const texts = given.map(([, value]) => Buffer.from(typeof value === "string" ? `${value}\0` : "", "utf16le"));
  const table = given.map(([code, value], index) => {
    const entry = Buffer.alloc(6);
    entry.writeUInt16LE(typeof value === "string" ? code | 0xc000 : code, 0);
    entry.writeUInt32LE(typeof value === "string" ? (texts[index]?.length ?? 0) : value, 2);
    return entry;
  });
  return record(type, given.length, Buffer.concat([...table, ...texts]));
}

/** An inline image without data: only a shape with these properties. */
function shapeAlone(...tables: readonly Uint8Array[]): Uint8Array {
  const shape = record(0xf004, 0, Buffer.concat(tables));
  const head = Buffer.alloc(68);
  head.writeUInt32LE(68 + shape.length, 0);
  head.writeUInt16LE(68, 4);
  head.writeUInt16LE(0x64, 6);
  return Buffer.concat([head, shape]);
}

const name = 0x105;
const description = 0x381;

test.for([
  ["no alternative text", [], ""],
  ["its file name without the folder", [[name, "C:\\Users\\ada\\cat.gif"]], "linked, cat.gif"],
  [
    "its alternative text and file name",
    [
      [description, "A cat"],
      [name, "https://a.example/cat.gif"],
    ],
    "A cat, linked, cat.gif",
  ],
] as const)("describes a linked image with %s", ([, given, expected]) => {
  expect(inlineImage(viewOf(shapeAlone(properties(0xf00b, ...given))), 0)).toMatchObject({
    name: "image",
    alt: expected,
  });
});

test("does not report a horizontal rule as an image", () => {
  const rule = properties(0xf122, [0x3bf, 0x2800_2800]);
  expect(inlineImage(viewOf(shapeAlone(properties(0xf00b, [0x1ff, 0x80000]), rule)), 0)).toBeUndefined();
});
