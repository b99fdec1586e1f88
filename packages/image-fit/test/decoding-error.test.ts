import { expect, test } from "vitest";
import { decodingError } from "../src/decoding-error.ts";

test.for([
  ["image: bad dimensions", "too-large"],
  ["Input buffer has corrupt header: tiff2vips: width/height out of range", "too-large"],
  ["Input image exceeds pixel limit", "too-large"],
  ["jp2k: libvips built without JPEG2000 support", "unsupported-type"],
  ["Input buffer has corrupt header: tiff2vips: not 1 bands", "unsupported-type"],
  ["tiff2vips: tiled separate planes not supported", "unsupported-type"],
  ["Input buffer has corrupt header: anything else", "corrupt"],
] as const)("what the engine says, %s, is told as %s", ([message, code]) => {
  expect(decodingError(new Error(message)).code).toBe(code);
});
