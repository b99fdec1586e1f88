import { anthropic, gemini, openai, type ImageCapabilities } from "@reader/core";
import sharp, { type Sharp } from "sharp";
import type { EncodedImage, FitLimits, RawPixels } from "../src/index.ts";

/** A colour, red, green, blue. */
export type Colour = readonly [number, number, number];

/** RGB pixels, drawn point by point. */
export function pixelsOf(widthPx: number, heightPx: number, colourAt: (x: number, y: number) => Colour): RawPixels {
  const data = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = (y * widthPx + x) * 3;
      // Ten times as fast as `data.set(colour, at)`, for millions of pixels.
      [data[at], data[at + 1], data[at + 2]] = colourAt(x, y);
    }
  }
  return { data, widthPx, heightPx, channels: 3 };
}

/** Pixels as an image that can be encoded. */
export function sharpOf({ data, widthPx, heightPx, channels }: RawPixels): Sharp {
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels } });
}

/** Four corners of different colours, so that every turn shows. */
export function corners(widthPx: number, heightPx: number): RawPixels {
  return pixelsOf(widthPx, heightPx, (x, y) => {
    const isRight = x >= widthPx / 2;
    if (y < heightPx / 2) return isRight ? [0, 200, 0] : [200, 0, 0];
    return isRight ? [255, 255, 255] : [0, 0, 200];
  });
}

/** Noise as a sensor makes it, the same every time. */
export function noise(widthPx: number, heightPx: number): RawPixels {
  let state = 12_345;
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 40 + ((state >>> 16) % 180);
  };
  return pixelsOf(widthPx, heightPx, () => [next(), next(), next()]);
}

/** Flat areas and thin lines, as in a window. */
export function screenshot(widthPx: number, heightPx: number): RawPixels {
  return pixelsOf(widthPx, heightPx, (x, y) => {
    if (y % 60 < 14) return [40, 70, 130];
    return y % 8 === 3 && x % 90 < 50 ? [20, 20, 20] : [245, 245, 245];
  });
}

/** Limits under which nothing small is touched. */
export const roomy: FitLimits = {
  mediaTypes: ["image/png", "image/jpeg", "image/webp", "image/gif"],
  maxBytes: 5_000_000,
  maxSidePx: 8000,
  nativeSidePx: 1568,
};

/** The providers that take images, by name. */
export const providers: readonly (readonly [string, ImageCapabilities])[] = [anthropic, openai, gemini].flatMap(
  ({ name, images }) => (images === undefined ? [] : [[name, images] as const]),
);

/** What a provider would have against an image; empty where it takes it. Its size is read from its bytes. */
export async function objections(fitted: EncodedImage, limits: FitLimits): Promise<readonly string[]> {
  const { format, width, height, pages = 1, depth, space } = await sharp(fitted.data).metadata();
  const faults = [
    fitted.mediaType === `image/${format}` ? "" : `its type is ${fitted.mediaType}, its bytes are ${format}`,
    limits.mediaTypes.includes(fitted.mediaType) ? "" : `${fitted.mediaType} is not taken`,
    fitted.data.length <= limits.maxBytes ? "" : `${fitted.data.length} bytes`,
    Math.max(width, height) <= Math.min(limits.maxSidePx, limits.nativeSidePx) ? "" : `${width}×${height}`,
    fitted.widthPx === width && fitted.heightPx === height ? "" : "it lies about its size",
    pages === 1 ? "" : "it moves",
    depth === "uchar" ? "" : depth,
    ["srgb", "b-w"].includes(space) ? "" : space,
  ];
  return faults.filter((fault) => fault !== "");
}

/** The colour of a pixel of an encoded image, after its own alpha on nothing. */
export async function colourAt(bytes: Uint8Array, xShare: number, yShare: number): Promise<Colour> {
  const { data, info } = await sharp(bytes).toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(yShare * info.height) * info.width + Math.floor(xShare * info.width)) * info.channels;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** The name of the strongest colour. */
export function nameOf([red, green, blue]: Colour): string {
  if (red > 180 && green > 180 && blue > 180) return "white";
  if (red > green && red > blue) return "red";
  return green > blue ? "green" : "blue";
}
