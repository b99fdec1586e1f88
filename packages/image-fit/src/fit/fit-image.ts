import { toneTable } from "../colours/gamma.ts";
import { isStandardProfile } from "../colours/icc.ts";
import { decodeImage, type DecodeRequest, isSound, scaledImage } from "../decode/decode-image.ts";
import { describeImage, type ImageDescription, isVector } from "../decode/describe-image.ts";
import { measureImage } from "../headers/measure-image.ts";
import type { EncodedImage, FitLimits, FitOptions, PixelSize } from "../model/types.ts";
import { flatten } from "../pixels/pixels.ts";
import { bestQuality, encodePixels, jpegOptions } from "./encode-pixels.ts";
import { fitSize } from "./fit-size.ts";
import { vectorSize } from "./fit-size.ts";

/** Options of `fitImage`, with the description if it is already known. */
export interface FitImageOptions extends FitOptions {
  readonly description?: ImageDescription;
}

/**
 * Fits an encoded image to the limits. Returns the same bytes if they fit and are undamaged; otherwise decodes and
 * re-encodes them. Throws `too-large` beyond the input limits and `corrupt` if nothing can be decoded.
 */
export async function fitImage(
  bytes: Uint8Array,
  limits: FitLimits,
  options: FitImageOptions = {},
): Promise<EncodedImage> {
  const description = options.description ?? (await describeImage(bytes, options));
  options.signal?.throwIfAborted();
  const wanted = options.purpose === "native" ? unscaled(limits) : limits;
  if (canPass(description, bytes, { limits: wanted, options }) && (await isSound(bytes, { ...options, description }))) {
    const { widthPx, heightPx, mediaType } = description;
    const original = { originalWidthPx: widthPx, originalHeightPx: heightPx };
    return { mediaType, data: bytes, widthPx, heightPx, ...original, isUntouched: true };
  }
  options.signal?.throwIfAborted();
  return reencode(bytes, wanted, { ...options, description });
}

interface ReencodeOptions extends FitOptions {
  readonly description: ImageDescription;
}

async function reencode(bytes: Uint8Array, limits: FitLimits, options: ReencodeOptions): Promise<EncodedImage> {
  const { description, region } = options;
  if (isVector(description)) return renderVector(bytes, limits, options);
  const original: PixelSize = region ?? description;
  const { widthPx: originalWidthPx, heightPx: originalHeightPx } = original;
  const request = { ...options, size: fitSize(original, limits) };
  // PNG keeps no detail that a lossy format has lost.
  const content = options.content ?? (lossyTypes.has(description.mediaType) ? "photo" : undefined);
  const photo = content === "photo" ? await transcodePhoto(bytes, limits, request) : undefined;
  if (photo !== undefined) return { ...photo, originalWidthPx, originalHeightPx };
  const decoded = await decodeImage(bytes, request);
  const encoded = await encodePixels(decoded, limits, {
    ...(content === undefined ? {} : { content }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const { isRepaired, levels } = decoded;
  return { ...encoded, originalWidthPx, originalHeightPx, isRepaired, ...(levels === undefined ? {} : { levels }) };
}

const lossyTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/avif", "image/heic"]);

/** Renders a vector image at a visible size on a background. */
async function renderVector(bytes: Uint8Array, limits: FitLimits, options: ReencodeOptions): Promise<EncodedImage> {
  const { description, region } = options;
  const size = vectorSize(description, limits, region);
  const decoded = await decodeImage(bytes, { ...options, size });
  const scale = size.widthPx / description.widthPx;
  const part = region === undefined ? undefined : scaledRegion(region, scale, size);
  const encoded = await encodePixels(flatten(decoded), limits, {
    ...(part === undefined ? {} : { region: part }),
    ...(options.content === undefined ? {} : { content: options.content }),
  });
  const { widthPx: originalWidthPx, heightPx: originalHeightPx } = region ?? description;
  return { ...encoded, originalWidthPx, originalHeightPx, isRepaired: decoded.isRepaired };
}

function scaledRegion(region: NonNullable<FitOptions["region"]>, scale: number, whole: PixelSize): typeof region {
  const xPx = Math.min(whole.widthPx - 1, Math.round(region.xPx * scale));
  const yPx = Math.min(whole.heightPx - 1, Math.round(region.yPx * scale));
  const widthPx = Math.max(1, Math.min(whole.widthPx - xPx, Math.round(region.widthPx * scale)));
  const heightPx = Math.max(1, Math.min(whole.heightPx - yPx, Math.round(region.heightPx * scale)));
  return { xPx, yPx, widthPx, heightPx };
}

const passableTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);

interface PassRequest {
  readonly limits: FitLimits;
  readonly options: FitOptions;
}

/** True if the bytes can be passed on unchanged. */
function canPass(description: ImageDescription, bytes: Uint8Array, { limits, options }: PassRequest): boolean {
  if (!isTaken(description, bytes, limits)) return false;
  if (options.region !== undefined || bytes.length > limits.maxBytes) return false;
  const fitting = fitSize(description, limits);
  if (fitting.widthPx !== description.widthPx || fitting.heightPx !== description.heightPx) return false;
  return options.purpose === "native" || (isStill(description) && isPlain(description));
}

/** True if providers accept and detect the format of the bytes. */
function isTaken({ mediaType }: ImageDescription, bytes: Uint8Array, limits: FitLimits): boolean {
  if (!passableTypes.has(mediaType) || !limits.mediaTypes.includes(mediaType)) return false;
  return measureImage(bytes)?.isRareKind !== true;
}

function isStill({ pages, isAnimatedPng }: ImageDescription): boolean {
  return pages === 1 && !isAnimatedPng;
}

/**
 * True if every decoder shows the same pixels: upright, 8 bits (many clip 16 bits to white), RGB or grey, in sRGB.
 * Providers ignore profiles and exponents.
 */
function isPlain({ orientation, bitsPerChannel, gamma, codedColours, ...colours }: ImageDescription): boolean {
  const isUsual = gamma === undefined && codedColours === undefined;
  return orientation === 1 && bitsPerChannel === 8 && isUsual && isStandard(colours);
}

function isStandard({
  colourSpace,
  colourProfile,
  icc,
}: Pick<ImageDescription, "colourSpace" | "colourProfile" | "icc">): boolean {
  if (colourSpace !== "b-w" && colourSpace !== "srgb") return false;
  if (colourProfile === undefined || isStandardProfile(colourProfile, icc)) return true;
  return colourSpace === "b-w" && /sGray|gamma ?2\.2/i.test(colourProfile);
}

/** Returns limits that only cover what the provider rejects, not what it scales down. */
function unscaled({ mediaTypes, maxBytes, maxSidePx }: FitLimits): FitLimits {
  return { mediaTypes, maxBytes, maxSidePx, nativeSidePx: maxSidePx };
}

/**
 * Converts an undamaged photo to JPEG in one pass, which saves memory. The bytes are the same as with separate decoding
 * and encoding. Returns `undefined` for images that are rotated, grey, transparent or damaged, and if the best quality
 * has too many bytes.
 */
async function transcodePhoto(
  bytes: Uint8Array,
  limits: FitLimits,
  request: DecodeRequest,
): Promise<Omit<EncodedImage, "originalWidthPx" | "originalHeightPx"> | undefined> {
  if (!limits.mediaTypes.includes("image/jpeg") || !isUprightColour(request)) return undefined;
  try {
    const image = await scaledImage(bytes, request, "warning");
    const data = await image.jpeg({ ...jpegOptions, quality: bestQuality, chromaSubsampling: "4:2:0" }).toBuffer();
    return data.length > limits.maxBytes
      ? undefined
      : { mediaType: "image/jpeg", data, ...request.size, isUntouched: false };
  } catch {
    // Damaged images are decoded separately, which reports the damage.
    return undefined;
  } finally {
    request.signal?.throwIfAborted();
  }
}

function isUprightColour({ description }: DecodeRequest): boolean {
  const { orientation, colourSpace, hasAlpha, codedColours } = description;
  if (codedColours !== undefined) return false;
  return orientation === 1 && toneTable(description) === undefined && colourSpace !== "b-w" && !hasAlpha;
}
