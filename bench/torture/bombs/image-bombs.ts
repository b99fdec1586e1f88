import { readFileSync } from "node:fs";
import { utf8, type Bombs } from "./bomb.ts";

function fixture(path: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../../../fixtures/${path}`, import.meta.url)));
}

/** A copy with other bytes behind each occurrence of a signature. */
function patched(
  bytes: Uint8Array,
  signature: string | Uint8Array,
  [offset, values]: readonly [number, readonly number[]],
): Uint8Array {
  const copy = Buffer.from(bytes);
  const wanted = typeof signature === "string" ? utf8(signature) : signature;
  for (let at = copy.indexOf(wanted); at >= 0; at = copy.indexOf(wanted, at + 1)) copy.set(values, at + offset);
  return new Uint8Array(copy);
}

const jpegFrame = Uint8Array.of(0xff, 0xc0, 0, 17);

/** Small images that claim to be huge, in formats that the tests of the images do not cover. */
export const imageBombs: Bombs = {
  "a JPEG of 65 535 pixels a side": {
    name: "a.jpg",
    make: () => patched(fixture("image/jpeg-native/input.jpg"), jpegFrame, [5, [0xff, 0xff, 0xff, 0xff]]),
  },
  "a JPEG without lines": {
    name: "a.jpg",
    make: () => patched(fixture("image/jpeg-native/input.jpg"), jpegFrame, [5, [0, 0]]),
  },
  "an AVIF of 4 295 megapixels": {
    name: "a.avif",
    make: () => patched(fixture("image/avif-photo/input.avif"), "ispe", [8, [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]]),
  },
  "an AVIF of 2³² pixels a side": {
    name: "a.avif",
    make: () =>
      patched(fixture("image/avif-photo/input.avif"), "ispe", [8, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]]),
  },
  "a WebP of 16 384 pixels a side": {
    name: "a.webp",
    make: () => patched(fixture("image/webp-still/input.webp"), "VP8 ", [14, [0xff, 0x3f, 0xff, 0x3f]]),
  },
  "a TIFF of 10 000 directories": { name: "a.tif", make: () => chainedTiff(10_000) },
  "a GIF of 65 535 pixels a side": {
    name: "a.gif",
    make: () => patched(fixture("image/gif-still/input.gif"), "GIF89a", [6, [0xff, 0xff, 0xff, 0xff]]),
  },
  "a JPEG XL that is cut off after its size": {
    name: "a.jxl",
    make: () => fixture("image/jxl-turned/input.jxl").slice(0, 24),
  },
};

/** A directory without entries after the other. */
function chainedTiff(count: number): Uint8Array {
  const bytes = new Uint8Array(8 + count * 6);
  const view = new DataView(bytes.buffer);
  bytes.set(utf8("II*\0"));
  view.setUint32(4, 8, true);
  for (let at = 0; at < count - 1; at += 1) view.setUint32(8 + at * 6 + 2, 8 + (at + 1) * 6, true);
  return bytes;
}
