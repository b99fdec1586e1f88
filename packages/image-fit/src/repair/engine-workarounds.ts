import { measureImage } from "../headers/measure-image.ts";
import { tagAt, viewOf } from "../headers/measured-image.ts";

/** `avif` */
const stillBrand = [0x61, 0x76, 0x69, 0x66];

/**
 * An animated AVIF with the first name of a still one: libvips knows the type by that name alone, and takes `avis` for
 * nothing that it can read. Any other file as it is.
 */
export function withKnownBrand(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  if (tagAt(view, 4) !== "ftyp" || tagAt(view, 8) !== "avis") return bytes;
  const renamed = new Uint8Array(bytes);
  renamed.set(stillBrand, 8);
  return renamed;
}

/** GIF89a, 23, 20 and 22: a frame of one pixel that is see-through, and the end mark. */
const clearFrame: Uint8Array = Buffer.from("21f90401000000002c000000000100010080000000ffffff02024401003b", "hex");

/**
 * A GIF that leaves parts of its screen free, with one frame more behind the others, which nobody asks for: libvips
 * gives what is free as black unless some frame has a see-through colour. Any other file as it is.
 */
export function withClearColour(bytes: Uint8Array): Uint8Array {
  const endAt = measureImage(bytes)?.bareGifEndAt;
  if (endAt === undefined) return bytes;
  const longer = new Uint8Array(endAt + clearFrame.length);
  longer.set(bytes.subarray(0, endAt));
  longer.set(clearFrame, endAt);
  return longer;
}
