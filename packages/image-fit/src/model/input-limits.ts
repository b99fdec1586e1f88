import { ReadError } from "@reader/core/handler";
import type { InputLimits, PixelSize } from "./types.ts";

/** Default input limits, the same as in the default budget of a read. */
export const defaultInputLimits: InputLimits = { maxMegapixels: 100, maxSidePx: 32_768 };

const pixelsOfMegapixel = 1_000_000;

/** Returns the maximum number of pixels that may be decoded. */
export function maxPixelsOf({ maxMegapixels }: InputLimits): number {
  return maxMegapixels * pixelsOfMegapixel;
}

/** Throws `too-large` for an image beyond the input limits. */
export function assertDecodable(size: PixelSize, limits: InputLimits = defaultInputLimits): void {
  const sidePx = Math.max(size.widthPx, size.heightPx);
  if (sidePx > limits.maxSidePx) throw tooLarge(size, "maxSidePx", { value: limits.maxSidePx, actual: sidePx });
  const pixels = size.widthPx * size.heightPx;
  if (pixels <= maxPixelsOf(limits)) return;
  throw tooLarge(size, "maxMegapixels", { value: limits.maxMegapixels, actual: Math.ceil(pixels / pixelsOfMegapixel) });
}

const limitWords: Readonly<Record<keyof InputLimits, string>> = {
  maxMegapixels: "million pixels an image",
  maxSidePx: "pixels a side",
};

function tooLarge(
  { widthPx, heightPx }: PixelSize,
  name: keyof InputLimits,
  limit: { readonly value: number; readonly actual: number },
): ReadError {
  const message = `The image has ${widthPx}×${heightPx} pixels; the limit is ${limit.value} ${limitWords[name]} (${name}).`;
  return new ReadError("too-large", message, {
    hint: `Make a smaller copy of it first, such as with vipsthumbnail, or raise ${name}.`,
    details: { limit: { name, ...limit } },
  });
}
