import { measureImage } from "../headers/measure-image.ts";
import { tagAt, viewOf } from "../headers/measured-image.ts";

/** `avif` */
const stillBrand = [0x61, 0x76, 0x69, 0x66];

/**
 * Renames the major brand of an animated AVIF from `avis` to `avif`, because libvips detects only that brand. Returns
 * other files unchanged.
 */
export function withKnownBrand(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes);
  if (tagAt(view, 4) !== "ftyp" || tagAt(view, 8) !== "avis") return bytes;
  const renamed = new Uint8Array(bytes);
  renamed.set(stillBrand, 8);
  return renamed;
}

/** A frame of one transparent pixel and the end mark (GIF89a, 23, 20 and 22). */
const clearFrame: Uint8Array = Buffer.from("21f90401000000002c000000000100010080000000ffffff02024401003b", "hex");

/**
 * Appends a transparent frame to a GIF that leaves parts of its screen undrawn. libvips shows those parts black unless
 * some frame has a transparent colour. Returns other files unchanged.
 */
export function withClearColour(bytes: Uint8Array): Uint8Array {
  const endAt = measureImage(bytes)?.bareGifEndAt;
  if (endAt === undefined) return bytes;
  const longer = new Uint8Array(endAt + clearFrame.length);
  longer.set(bytes.subarray(0, endAt));
  longer.set(clearFrame, endAt);
  return longer;
}
