import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { photoFacts } from "../../../src/exif/exif.ts";
import { jxlExif } from "../../../src/formats/jxl/open-jxl.ts";

const signature = Buffer.from("\0\0\0\x0cJXL \r\n\x87\n", "latin1");

function box(tag: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(tag, 4, "latin1");
  return Buffer.concat([head, content]);
}

/** A block with nothing but the name of a camera. */
const camera = Buffer.from("II*\0\x08\0\0\0\x01\0\x10\x01\x02\0\x08\0\0\0\x1a\0\0\0\0\0\0\0Phone 9\0", "latin1");
const atOnce = Buffer.alloc(4);
const later = Buffer.from("\0\0\0\x03\0\0\0", "latin1");
const codestream = box("jxlc", Buffer.alloc(16));
const name = Buffer.from("Exif", "latin1");

test.for([
  ["in a box", box("Exif", atOnce, camera)],
  ["some bytes later in its box", box("Exif", later, camera)],
  ["packed", box("brob", name, brotliCompressSync(Buffer.concat([atOnce, camera])))],
] as const)("a JPEG XL says what the camera wrote: %s", ([, exif]) => {
  for (const boxes of [
    [exif, codestream],
    [codestream, exif],
  ]) {
    expect(photoFacts(jxlExif(Buffer.concat([signature, ...boxes])) ?? atOnce)).toMatchObject({ camera: "Phone 9" });
  }
});

test.for([
  ["no block", codestream],
  ["another packed box", box("brob", Buffer.from("xml ", "latin1"), brotliCompressSync(camera))],
  ["a packed box that is damaged", box("brob", name, Buffer.alloc(40, 0x9f))],
  ["one of endless zeros", box("brob", name, brotliCompressSync(Buffer.alloc(5_000_000)))],
  ["an empty one", box("Exif")],
] as const)("a JPEG XL with %s says nothing", ([, boxes]) => {
  expect(jxlExif(Buffer.concat([signature, boxes]))).toBeUndefined();
});

test("a bare JPEG XL has no boxes", () => {
  expect(jxlExif(Buffer.from("\xff\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "latin1"))).toBeUndefined();
});
