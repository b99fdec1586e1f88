import { ReadError } from "@reader/core/handler";
import type { Sharp, SharpOptions } from "sharp";
import { inStandardColours } from "../colours/coded-colours.ts";
import { toneTable, withTable } from "../colours/gamma.ts";
import { decodingError } from "../engine/decoding-error.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { defaultInputLimits, maxPixelsOf } from "../model/input-limits.ts";
import { storedRegion, turnedSize, turnPixels } from "../model/orientation.ts";
import type { DecodedImage, FitOptions, Levels, PixelSize, RawPixels } from "../model/types.ts";
import { isOneColour } from "../pixels/pixels.ts";
import { withClearColour, withKnownBrand } from "../repair/engine-workarounds.ts";
import { repackedPng } from "../repair/png.ts";
import { completed, endedJpeg } from "../repair/truncated.ts";
import { describeImage, type ImageDescription, isVector, pageOption } from "./describe-image.ts";

/** What to decode. */
export interface DecodeOptions extends Pick<FitOptions, "page" | "region" | "input" | "signal"> {
  /** The displayed size of the result. */
  readonly size: PixelSize;
  /** The description, if already known. */
  readonly description?: ImageDescription;
}

/** How an attempt handles faults: `warning` stops at any fault, `none` decodes as much as possible. */
export type Strictness = "warning" | "none";

/**
 * Decodes an image directly to the requested size to save memory: 8 bits, sRGB or grey, oriented as displayed. Damaged
 * data is decoded as far as possible and reported in `isRepaired`. Throws `corrupt` if nothing can be decoded.
 */
export async function decodeImage(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedImage> {
  const description = options.description ?? (await describeImage(bytes, options));
  const levels = lacksScale(description) ? { levels: await measureLevels(bytes, options, description) } : {};
  await assertWithinWhite(bytes, options, description);
  const request = { ...options, ...levels, description };
  const whole = (await completed(bytes)) ?? bytes;
  try {
    return { ...(await decode(whole, request, "warning")), ...levels, isRepaired: whole !== bytes };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { ...(await salvage(whole, request, error)), ...levels, isRepaired: true };
  }
}

/** Decodes as much as possible of a damaged image. Throws the original fault if nothing can be decoded. */
async function salvage(bytes: Uint8Array, request: DecodeRequest, fault: unknown): Promise<RawPixels> {
  let reason = fault;
  // After a fault in a PNG, the engine repeats earlier rows. The repacked PNG has black rows there.
  for (const remake of [repackedPng, () => bytes, endedJpeg]) {
    const remade = await remake(bytes);
    if (remade === undefined) continue;
    const pixels = await decode(remade, request, "none").catch((error: unknown) => {
      if (remade === bytes) reason = error;
      return undefined;
    });
    // A result of a single colour means that nothing was decoded.
    if (pixels !== undefined && !isOneColour(pixels)) return pixels;
  }
  throw decodingError(reason);
}

/** True if the whole image decodes without a fault. Takes little memory, but as long as decoding. */
export async function isSound(
  bytes: Uint8Array,
  options: Pick<DecodeRequest, "page" | "input" | "description">,
): Promise<boolean> {
  const { widthPx, heightPx } = turnedSize(options.description, options.description.orientation);
  const sharp = await loadImageEngine();
  try {
    // Rows are decoded in order, so requesting the last one decodes all without keeping them.
    await sharp(bytes, engineOptions(options, "warning"))
      .extract({ left: 0, top: heightPx - 1, width: widthPx, height: 1 })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What to decode of a described image. */
export interface DecodeRequest extends DecodeOptions {
  readonly description: ImageDescription;
  readonly levels?: Levels;
}

async function decode(bytes: Uint8Array, request: DecodeRequest, failOn: Strictness): Promise<RawPixels> {
  const image = await scaledImage(bytes, request, failOn);
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  request.signal?.throwIfAborted();
  const pixels = { data, widthPx: info.width, heightPx: info.height, channels: channelsOf(info.channels) };
  const upright = turnPixels(pixels, request.description.orientation);
  const table = toneTable(request.description);
  return inStandardColours(table === undefined ? upright : withTable(upright, table), request.description.codedColours);
}

/**
 * Creates a pipeline that scales an image to the requested size in 8 bits, sRGB or grey, not yet oriented. Nothing is
 * decoded yet.
 */
export async function scaledImage(bytes: Uint8Array, request: DecodeRequest, failOn: Strictness): Promise<Sharp> {
  const { description, size, levels } = request;
  const { orientation, colourSpace, hasAlpha, icc } = description;
  const sharp = await loadImageEngine();
  const stored = turnedSize(size, orientation);
  // Vector images are rendered at the requested size, whatever their declared size.
  const limit = isVector(description) ? { limitInputPixels: false } : {};
  // Applying a profile to such samples would make all of them black.
  const profile = colourSpace === "scrgb" || levels !== undefined ? { ignoreIcc: true } : {};
  const reading = sharp(readable(bytes, description), { ...engineOptions(request, failOn), ...limit, ...profile });
  const image = cropped(reading, request)
    .resize(stored.widthPx, stored.heightPx, { fit: "fill", kernel: kernelFor(request, stored) })
    .toColourspace(colourSpace === "b-w" && !hasAlpha ? "b-w" : "srgb");
  if (levels !== undefined) return spread(image, levels);
  return icc === undefined ? image : deepInStandard(image, colourSpace);
}

/**
 * With a profile and 16 bits, the engine converts colours to Display P3 unless sRGB is requested, and fails for greys.
 */
function deepInStandard(image: Sharp, colourSpace: string): Sharp {
  if (colourSpace === "rgb16") return image.withIccProfile("srgb", { attach: false });
  return colourSpace === "grey16" ? image.pipelineColourspace("b-w") : image;
}

/** Applies workarounds so that the engine detects the format. */
function readable(bytes: Uint8Array, { mediaType }: ImageDescription): Uint8Array {
  return mediaType === "image/gif" ? withClearColour(bytes) : withKnownBrand(bytes);
}

/** Maps the range of samples to black and white. */
function spread(image: Sharp, { black, white }: Levels): Sharp {
  const factor = 255 / (white - black);
  return image.linear(factor, -black * factor);
}

/** Maximum width for the engine, in pixels, with `VIPS_MAX_COORD` set as documented. */
const mostEnginePx = 32_768;

/**
 * Scaling adds a margin to the image first. The widest images have no room for it within the engine's limit, so they
 * are scaled by nearest neighbour.
 */
function kernelFor({ description, region }: DecodeRequest, stored: PixelSize): "lanczos3" | "nearest" {
  const { widthPx } = turnedSize(region ?? description, description.orientation);
  const marginPx = 2 * Math.ceil(widthPx / stored.widthPx) + 8;
  return widthPx + marginPx > mostEnginePx ? "nearest" : "lanczos3";
}

function engineOptions({ page, input }: Pick<FitOptions, "page" | "input">, failOn: Strictness): SharpOptions {
  return {
    failOn,
    ...pageOption(page),
    limitInputPixels: maxPixelsOf(input ?? defaultInputLimits),
    sequentialRead: true,
  };
}

/** Crops first, in stored pixels, so that only the region is processed further. */
function cropped(image: Sharp, { region, description }: DecodeRequest): Sharp {
  if (region === undefined || isVector(description)) return image;
  const { xPx, yPx, widthPx, heightPx } = storedRegion(region, description, description.orientation);
  return image.extract({ left: xPx, top: yPx, width: widthPx, height: heightPx });
}

function channelsOf(count: number): RawPixels["channels"] {
  if (count === 1 || count === 3 || count === 4) return count;
  throw new ReadError("unsupported-type", `The image has ${count} channels after conversion.`, {
    hint: "Convert it to an RGB image first, with vips colourspace for one.",
  });
}

/** Maximum memory for the samples of one image, in bytes. */
const maxMeasuredBytes = 64_000_000;
const sampleBytes = 4;

/** Colour spaces with a defined white in floating point: 1, or 100 in Lab. */
const scaledSpaces: ReadonlySet<string> = new Set(["scrgb", "lab"]);

/** True if the file does not define which samples are black and white. */
function lacksScale({ bitsPerChannel, colourSpace }: ImageDescription): boolean {
  return bitsPerChannel >= 32 && !scaledSpaces.has(colourSpace);
}

/** Number of rows, around the middle, whose floating point colours are sampled. */
const sampleRows = 64;

/**
 * Throws `unsupported-type` for floating point colours that are mostly above white. Their range is probably 0–255,
 * which the file does not declare, and all would be shown white.
 */
async function assertWithinWhite(
  bytes: Uint8Array,
  options: Pick<FitOptions, "page" | "input">,
  description: ImageDescription,
): Promise<void> {
  const { bitsPerChannel, colourSpace, orientation } = description;
  if (bitsPerChannel !== 32 || colourSpace !== "scrgb") return;
  const sharp = await loadImageEngine();
  const { widthPx: width, heightPx } = turnedSize(description, orientation);
  const height = Math.min(sampleRows, heightPx);
  const rows = { left: 0, top: Math.floor((heightPx - height) / 2), width, height };
  const image = sharp(bytes, looseOptions(options)).extract(rows);
  const numbers = floatsOf(await image.toColourspace(colourSpace).raw({ depth: "float" }).toBuffer());
  if (numbers.filter((number) => number > 1).length * 2 < numbers.length) return;
  throw new ReadError(
    "unsupported-type",
    "The image has colours in floating point, most of which are above 1: white.",
    {
      hint: "Divide its numbers by the one that means white, 255 or 65535, and write it as PNG, with vips linear for one.",
    },
  );
}

/**
 * Returns the minimum and maximum sample of an image without a scale. Throws `unsupported-type` if there is no usable
 * range.
 */
async function measureLevels(
  bytes: Uint8Array,
  options: Pick<FitOptions, "page" | "input">,
  description: ImageDescription,
): Promise<Levels> {
  const { widthPx, heightPx, channels, bitsPerChannel } = description;
  const isMeasurable = bitsPerChannel === 32 && widthPx * heightPx * channels * sampleBytes <= maxMeasuredBytes;
  const levels = isMeasurable ? extremes(await numbersOf(bytes, options, description)) : undefined;
  if (levels !== undefined) return levels;
  const message = `The image has ${bitsPerChannel} bits a channel, and no scale that tells black from white.`;
  throw new ReadError("unsupported-type", message, {
    hint: "Convert it to PNG first, with an image editor or ImageMagick.",
  });
}

/** Reads the samples as floats. The engine's own statistics support only integers. */
async function numbersOf(
  bytes: Uint8Array,
  options: Pick<FitOptions, "page" | "input">,
  { colourSpace }: ImageDescription,
): Promise<Float32Array> {
  const sharp = await loadImageEngine();
  const image = sharp(bytes, looseOptions(options));
  return floatsOf(await image.toColourspace(colourSpace).raw({ depth: "float" }).toBuffer());
}

function looseOptions({ page, input }: Pick<FitOptions, "page" | "input">): SharpOptions {
  return {
    failOn: "none",
    ignoreIcc: true,
    limitInputPixels: maxPixelsOf(input ?? defaultInputLimits),
    ...pageOption(page),
  };
}

function floatsOf(data: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(data).buffer);
}

function extremes(numbers: Float32Array): Levels | undefined {
  let [black, white] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    // Missing measurements are often stored as NaN or infinity.
    if (!Number.isFinite(number)) continue;
    if (number < black) black = number;
    if (number > white) white = number;
  }
  return white > black ? { black, white } : undefined;
}
