import { ReadError } from "@reader/core/handler";
import type { Sharp } from "sharp";
import { decodingError } from "../engine/decoding-error.ts";
import { loadImageEngine } from "../engine/engine.ts";
import type { EncodedImage, FitLimits, FitOptions, PixelSize, RawPixels, Region } from "../model/types.ts";
import { flatten, isDrawing, withoutIdleAlpha } from "../pixels/pixels.ts";
import { fitSize } from "./fit-size.ts";

/** Start of the quality search, and the quality below which a smaller size is better. */
export const bestQuality = 85;
const worstQuality = 35;
/** Factor to the next size if even the worst quality has too many bytes. */
const shrinkFactor = 0.75;

/** JPEG options for photos. Optimised coding would take twice as long and save only 5 % of the bytes. */
export const jpegOptions = { optimiseCoding: false } as const;

/** Options of encoding. */
export type EncodeOptions = Pick<FitOptions, "content" | "region" | "signal">;

/** Encodes decoded pixels within the model's limits. Metadata is dropped. */
export async function encodePixels(
  pixels: RawPixels,
  limits: FitLimits,
  options: EncodeOptions = {},
): Promise<EncodedImage> {
  const { region } = options;
  const original: PixelSize = region ?? pixels;
  let size = fitSize(original, limits);
  let fitted = withoutIdleAlpha(await resizePixels(pixels, size, region));
  const content = options.content ?? detectContent(fitted);
  for (;;) {
    options.signal?.throwIfAborted();
    const encoded = await encodeWithin(fitted, limits, content);
    if (encoded !== undefined) return { ...encoded, ...size, ...originalSize(original), isUntouched: false };
    if (Math.max(size.widthPx, size.heightPx) <= 1) throw nothingFits(limits);
    size = smaller(size);
    fitted = await resizePixels(fitted, size);
  }
}

/** Number of pixels up to which lossy encoding saves nothing and would lose detail. */
const smallPixels = 256 * 256;

function detectContent(pixels: RawPixels): "drawing" | "photo" {
  return isSmall(pixels) || isDrawing(pixels) ? "drawing" : "photo";
}

function smaller({ widthPx, heightPx }: PixelSize): PixelSize {
  const shrunk = (sidePx: number): number => Math.max(1, Math.floor(sidePx * shrinkFactor));
  return { widthPx: shrunk(widthPx), heightPx: shrunk(heightPx) };
}

function isSmall({ widthPx, heightPx }: PixelSize): boolean {
  return widthPx * heightPx <= smallPixels;
}

type Encoded = Pick<EncodedImage, "mediaType" | "data">;

/** Returns the best encoding within the byte limit, or `undefined`. */
async function encodeWithin(
  pixels: RawPixels,
  limits: FitLimits,
  content: "drawing" | "photo",
): Promise<Encoded | undefined> {
  const types = limits.mediaTypes;
  const lossy = ["image/jpeg", "image/webp"].find((type) => types.includes(type));
  if ((content === "drawing" || lossy === undefined) && types.includes("image/png")) {
    const data = await encode(pixels, (image) => image.png({ compressionLevel: 6 }));
    if (data.length <= limits.maxBytes) return { mediaType: "image/png", data };
  }
  if (lossy === undefined) return undefined;
  const flat = flatten(pixels);
  // Chroma subsampling would remove the colour of thin lines.
  const chromaSubsampling = content === "drawing" ? "4:4:4" : "4:2:0";
  const data = await searchQuality(limits.maxBytes, (quality) =>
    encode(flat, (image) =>
      lossy === "image/jpeg" ? image.jpeg({ ...jpegOptions, quality, chromaSubsampling }) : image.webp({ quality }),
    ),
  );
  return data === undefined ? undefined : { mediaType: lossy, data };
}

/** Returns the encoding at the highest quality that fits, by binary search. Usually the first attempt fits. */
async function searchQuality(
  maxBytes: number,
  encodeAt: (quality: number) => Promise<Uint8Array>,
): Promise<Uint8Array | undefined> {
  const first = await encodeAt(bestQuality);
  if (first.length <= maxBytes) return first;
  let best: Uint8Array | undefined;
  let [low, high] = [worstQuality, bestQuality - 1];
  while (low <= high) {
    const quality = (low + high) >> 1;
    const data = await encodeAt(quality);
    if (data.length <= maxBytes) {
      best = data;
      low = quality + 1;
    } else high = quality - 1;
  }
  return best;
}

async function encode(
  { data, widthPx, heightPx, channels }: RawPixels,
  to: (image: Sharp) => Sharp,
): Promise<Uint8Array> {
  const sharp = await loadImageEngine();
  return decodable(() => to(sharp(data, { raw: { width: widthPx, height: heightPx, channels } })).toBuffer());
}

/** Converts failures of the engine, which does not take every size, to a `ReadError`. */
async function decodable<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    throw decodingError(error);
  }
}

function originalSize({ widthPx, heightPx }: PixelSize): Pick<EncodedImage, "originalWidthPx" | "originalHeightPx"> {
  return { originalWidthPx: widthPx, originalHeightPx: heightPx };
}

function nothingFits({ maxBytes, mediaTypes }: FitLimits): ReadError {
  const message = `The image does not fit: the model takes ${mediaTypes.join(", ")} of at most ${maxBytes} bytes.`;
  return new ReadError("too-large", message, {
    hint: "Raise maxBytes of the capabilities, or add image/jpeg to them.",
  });
}

/** Scales decoded pixels, or a region of them. */
export async function resizePixels(pixels: RawPixels, size: PixelSize, region?: Region): Promise<RawPixels> {
  const isSameSize = size.widthPx === pixels.widthPx && size.heightPx === pixels.heightPx;
  if (region === undefined && isSameSize) return pixels;
  const sharp = await loadImageEngine();
  const { data, channels, widthPx: width, heightPx: height } = pixels;
  const resized = await decodable(() => {
    const image = sharp(data, { raw: { width, height, channels } });
    if (region !== undefined) {
      image.extract({ left: region.xPx, top: region.yPx, width: region.widthPx, height: region.heightPx });
    }
    // Otherwise the engine converts one channel to three.
    image.resize(size.widthPx, size.heightPx, { fit: "fill" }).toColourspace(channels === 1 ? "b-w" : "srgb");
    return image.raw().toBuffer();
  });
  return { data: resized, channels, ...size };
}
