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
