import type { Sharp, SharpOptions } from "sharp";
import { ReadError } from "@reader/core/handler";
import { inStandardColours } from "../colours/coded-colours.ts";
import { toned, toneTable } from "../colours/gamma.ts";
import { decodingError } from "../engine/decoding-error.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { defaultInputLimits, maxPixelsOf } from "../model/input-limits.ts";
import { storedRegion, turnedSize, turnPixels } from "../model/orientation.ts";
import type { DecodedImage, FitOptions, Levels, PixelSize, RawPixels } from "../model/types.ts";
import { isOneColour } from "../pixels/pixel-facts.ts";
import { withClearColour, withKnownBrand } from "../repair/engine-workarounds.ts";
import { repackedPng } from "../repair/png.ts";
import { completed, endedJpeg } from "../repair/truncated.ts";
import { describeImage, type ImageDescription, isVector, pageOption } from "./describe-image.ts";
import { assertWithinWhite, lacksScale, measureLevels } from "./levels.ts";

/** What is to be decoded. */
export interface DecodeOptions extends Pick<FitOptions, "page" | "region" | "input" | "signal"> {
  /** The size as displayed of what comes out. */
  readonly size: PixelSize;
  /** What is known already. */
  readonly description?: ImageDescription;
}

/** One try: `warning` stops at any fault of the data, `none` goes on as long as anything decodes. */
export type Strictness = "warning" | "none";

/**
 * Decodes a picture straight to the size that is wanted, so that no more of it is in memory than that: 8 bits, sRGB or
 * grey, turned as displayed. Of damaged data it gives what decodes, and says so; throws `corrupt` where nothing does.
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

/** What there is of a picture with a fault; throws it where nothing comes out. */
async function salvage(bytes: Uint8Array, request: DecodeRequest, fault: unknown): Promise<RawPixels> {
  let reason = fault;
  // In place of rows behind a fault in a PNG, the engine repeats rows from before it: it is given black ones.
  for (const remake of [repackedPng, () => bytes, endedJpeg]) {
    const remade = await remake(bytes);
    if (remade === undefined) continue;
    const pixels = await decode(remade, request, "none").catch((error: unknown) => {
      if (remade === bytes) reason = error;
      return undefined;
    });
    // What came out before the fault is all that there is: a blank sheet is no picture.
    if (pixels !== undefined && !isOneColour(pixels)) return pixels;
  }
  throw decodingError(reason);
}

/** Whether all of a picture decodes without a fault; takes next to no memory, and as long as decoding it. */
export async function isSound(
  bytes: Uint8Array,
  options: Pick<DecodeRequest, "page" | "input" | "description">,
): Promise<boolean> {
  const { widthPx, heightPx } = turnedSize(options.description, options.description.orientation);
  const sharp = await loadImageEngine();
  try {
    // Rows come one after the other: who asks for the last one has had all of them decoded, and nothing is kept.
    await sharp(bytes, engineOptions(options, "warning"))
      .extract({ left: 0, top: heightPx - 1, width: widthPx, height: 1 })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** What is to be decoded, of a picture that is known. */
export interface DecodeRequest extends DecodeOptions {
  readonly description: ImageDescription;
  readonly levels?: Levels;
}

async function decode(bytes: Uint8Array, request: DecodeRequest, failOn: Strictness): Promise<RawPixels> {
  const picture = await scaledPicture(bytes, request, failOn);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  request.signal?.throwIfAborted();
  const pixels = { data, widthPx: info.width, heightPx: info.height, channels: channelsOf(info.channels) };
  const upright = turnPixels(pixels, request.description.orientation);
  const table = toneTable(request.description);
  return inStandardColours(table === undefined ? upright : toned(upright, table), request.description.codedColours);
}

/** A picture on its way to the size that is wanted, in 8 bits, sRGB or grey, not yet turned; nothing is decoded yet. */
export async function scaledPicture(bytes: Uint8Array, request: DecodeRequest, failOn: Strictness): Promise<Sharp> {
  const { description, size, levels } = request;
  const { orientation, colourSpace, hasAlpha, icc } = description;
  const sharp = await loadImageEngine();
  const stored = turnedSize(size, orientation);
  // A drawing of lines is rendered at the size that is wanted, however large it says it is.
  const limit = isVector(description) ? { limitInputPixels: false } : {};
  // Applied to such numbers, a profile makes all of them black.
  const profile = colourSpace === "scrgb" || levels !== undefined ? { ignoreIcc: true } : {};
  const reading = sharp(readable(bytes, description), { ...engineOptions(request, failOn), ...limit, ...profile });
  const picture = cropped(reading, request)
    .resize(stored.widthPx, stored.heightPx, { fit: "fill", kernel: kernelFor(request, stored) })
    .toColourspace(colourSpace === "b-w" && !hasAlpha ? "b-w" : "srgb");
  if (levels !== undefined) return spread(picture, levels);
  return icc === undefined ? picture : deepInStandard(picture, colourSpace);
}

/** By a profile in 16 bits, the engine makes Display P3 of colours unless sRGB is asked for, and nothing of greys. */
function deepInStandard(picture: Sharp, colourSpace: string): Sharp {
  if (colourSpace === "rgb16") return picture.withIccProfile("srgb", { attach: false });
  return colourSpace === "grey16" ? picture.pipelineColourspace("b-w") : picture;
}

/** The bytes in a form that the engine takes for what they are. */
function readable(bytes: Uint8Array, { mediaType }: ImageDescription): Uint8Array {
  return mediaType === "image/gif" ? withClearColour(bytes) : withKnownBrand(bytes);
}

/** All numbers from black to white. */
function spread(picture: Sharp, { black, white }: Levels): Sharp {
  const factor = 255 / (white - black);
  return picture.linear(factor, -black * factor);
}

/** The widest picture that the engine makes where `VIPS_MAX_COORD` is as it should be. */
const mostEnginePx = 32_768;

/**
 * Scaling puts a margin beside a picture first, of some pixels more than one becomes of. The widest pictures have no
 * room for it, and are scaled by leaving pixels out instead.
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

/** Cropping comes before everything else, in stored pixels, so that only the part is ever turned. */
function cropped(picture: Sharp, { region, description }: DecodeRequest): Sharp {
  if (region === undefined || isVector(description)) return picture;
  const { xPx, yPx, widthPx, heightPx } = storedRegion(region, description, description.orientation);
  return picture.extract({ left: xPx, top: yPx, width: widthPx, height: heightPx });
}

function channelsOf(count: number): RawPixels["channels"] {
  if (count === 1 || count === 3 || count === 4) return count;
  throw new ReadError("unsupported-type", `The image has ${count} channels after conversion.`, {
    hint: "Convert it to an RGB image first, with vips colourspace for one.",
  });
}
