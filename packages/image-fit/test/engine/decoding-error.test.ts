import { expect, test } from "vitest";
import { decodingError } from "../../src/engine/decoding-error.ts";

test.for([
  ["Input buffer contains unsupported image format", "It is damaged or ends before the description of its pixels."],
  ["source: bad seek to 22896", "It is damaged, or ends before all of its pixels."],
  ["Input buffer has corrupt header: source: bad seek to 146611", "It is damaged, or ends before all of its pixels."],
  ["webp2vips: unable to read pixels", "Its pixels are damaged or end early."],
  ["Input buffer has corrupt header: glib: XML does not have <svg> root", "Its first element is not <svg>."],
  [
    "Input buffer has corrupt header: glib: XML parse error: Error domain 1 code 26 on line 1 column 73 of data: Entity 'foo' not defined",
    "Its XML is damaged on line 1 of the file: Entity 'foo' not defined.",
  ],
  [
    "Input buffer has corrupt header: glib: XML parse error: error code=201 (3) in (null):7:66: Namespace prefix x on y is not defined",
    "Its XML is damaged on line 7 of the file: Namespace prefix x on y is not defined.",
  ],
] as const)("%s is reported in plain words", ([message, words]) => {
  expect(decodingError(new Error(message)).message).toBe(`The image cannot be decoded. ${words}`);
});

test.for([
  ["image: bad dimensions", "too-large"],
  ["Input buffer has corrupt header: tiff2vips: width/height out of range", "too-large"],
  ["Input image exceeds pixel limit", "too-large"],
  ["jp2k: libvips built without JPEG2000 support", "unsupported-type"],
  ["Input buffer has corrupt header: tiff2vips: not 1 bands", "unsupported-type"],
  ["tiff2vips: tiled separate planes not supported", "unsupported-type"],
  ["Input buffer has corrupt header: anything else", "corrupt"],
] as const)("the engine message %s is reported as %s", ([message, code]) => {
  expect(decodingError(new Error(message)).code).toBe(code);
});
