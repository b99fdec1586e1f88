import type { Sharp } from "sharp";
import { ReadError } from "@reader/core/handler";
import { loadImageEngine } from "../engine/engine.ts";
import type { EncodedImage, FitLimits, FitOptions, PixelSize, RawPixels, Region } from "../model/types.ts";
import { flatten, withoutIdleAlpha } from "../pixels/alpha.ts";
import { isDrawing } from "../pixels/pixel-facts.ts";
import { fitSize } from "./fit-size.ts";

/** Where the search for a quality starts, and where a smaller picture serves better than a worse one. */
export const bestQuality = 85;
const worstQuality = 35;
/** How much smaller the next try is when even the worst quality has too many bytes. */
const shrinkFactor = 0.75;

/** How photos are written as JPEG. Counting before coding takes twice as long and saves a twentieth of the bytes. */
export const jpegOptions = { optimiseCoding: false } as const;

/** What encoding a picture needs to know. */
export type EncodeOptions = Pick<FitOptions, "content" | "region" | "signal">;

/** Encodes decoded pixels so that a model takes them; everything but the pixels is left behind. */
export async function encodePixels(
  pixels: RawPixels,
  limits: FitLimits,
  options: EncodeOptions = {},
): Promise<EncodedImage> {
  const { region } = options;
  const original: PixelSize = region ?? pixels;
  let size = fitSize(original, limits);
  let fitted = withoutIdleAlpha(await resizePixels(pixels, size, region));
  const content = options.content ?? judge(fitted);
  for (;;) {
    options.signal?.throwIfAborted();
    const encoded = await encodeWithin(fitted, limits, content);
    if (encoded !== undefined) return { ...encoded, ...size, ...originalSize(original), isUntouched: false };
    if (Math.max(size.widthPx, size.heightPx) <= 1) throw nothingFits(limits);
    size = smaller(size);
    fitted = await resizePixels(fitted, size);
  }
}

/** Pixels below which a lossy encoding gains nothing and may take the little that there is to see. */
const smallPixels = 256 * 256;

function judge(pixels: RawPixels): "drawing" | "photo" {
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

/** The best encoding within the bytes; undefined where none is. */
async function encodeWithin(
  pixels: RawPixels,
  limits: FitLimits,
  content: "drawing" | "photo",
): Promise<Encoded | undefined> {
  const types = limits.mediaTypes;
  const lossy = ["image/jpeg", "image/webp"].find((type) => types.includes(type));
  if ((content === "drawing" || lossy === undefined) && types.includes("image/png")) {
    const data = await encode(pixels, (picture) => picture.png({ compressionLevel: 6 }));
    if (data.length <= limits.maxBytes) return { mediaType: "image/png", data };
  }
  if (lossy === undefined) return undefined;
  const flat = flatten(pixels);
  // Thin coloured lines lose their colour at half the resolution.
  const chromaSubsampling = content === "drawing" ? "4:4:4" : "4:2:0";
  const data = await searchQuality(limits.maxBytes, (quality) =>
    encode(flat, (picture) =>
      lossy === "image/jpeg" ? picture.jpeg({ ...jpegOptions, quality, chromaSubsampling }) : picture.webp({ quality }),
    ),
  );
  return data === undefined ? undefined : { mediaType: lossy, data };
}

/** The most quality whose bytes fit, by halving; nearly always the first try. */
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
  to: (picture: Sharp) => Sharp,
): Promise<Uint8Array> {
  const sharp = await loadImageEngine();
  return to(sharp(data, { raw: { width: widthPx, height: heightPx, channels } })).toBuffer();
}

function originalSize({ widthPx, heightPx }: PixelSize): Pick<EncodedImage, "originalWidthPx" | "originalHeightPx"> {
  return { originalWidthPx: widthPx, originalHeightPx: heightPx };
}

function nothingFits({ maxBytes, mediaTypes }: FitLimits): ReadError {
  const message = `No picture fits: the model takes ${mediaTypes.join(", ")} of at most ${maxBytes} bytes.`;
  return new ReadError("too-large", message, {
    hint: "Raise maxBytes of the capabilities, or add image/jpeg to them.",
  });
}

/** Decoded pixels, or a part of them, in another size. */
export async function resizePixels(pixels: RawPixels, size: PixelSize, region?: Region): Promise<RawPixels> {
  const isSameSize = size.widthPx === pixels.widthPx && size.heightPx === pixels.heightPx;
  if (region === undefined && isSameSize) return pixels;
  const sharp = await loadImageEngine();
  const { data, channels, widthPx: width, heightPx: height } = pixels;
  const picture = sharp(data, { raw: { width, height, channels } });
  if (region !== undefined) {
    picture.extract({ left: region.xPx, top: region.yPx, width: region.widthPx, height: region.heightPx });
  }
  // Otherwise the engine makes three channels of one.
  picture.resize(size.widthPx, size.heightPx, { fit: "fill" }).toColourspace(channels === 1 ? "b-w" : "srgb");
  return { data: await picture.raw().toBuffer(), channels, ...size };
}
