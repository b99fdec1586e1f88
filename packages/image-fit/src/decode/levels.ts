import { ReadError } from "@reader/core/handler";
import type { SharpOptions } from "sharp";
import { pageOption, type ImageDescription } from "./describe-image.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { defaultInputLimits, maxPixelsOf } from "../model/input-limits.ts";
import { turnedSize } from "../model/orientation.ts";
import type { FitOptions, Levels } from "../model/types.ts";

/** Maximum memory for the samples of one image, in bytes. */
const maxMeasuredBytes = 64_000_000;
const sampleBytes = 4;

/** Colour spaces with a defined white in floating point: 1, or 100 in Lab. */
const scaledSpaces: ReadonlySet<string> = new Set(["scrgb", "lab"]);

/** True if the file does not define which samples are black and white. */
export function lacksScale({ bitsPerChannel, colourSpace }: ImageDescription): boolean {
  return bitsPerChannel >= 32 && !scaledSpaces.has(colourSpace);
}

/** Number of rows, around the middle, whose floating point colours are sampled. */
const sampleRows = 64;

/**
 * Throws `unsupported-type` for floating point colours that are mostly above white. Their range is probably 0–255,
 * which the file does not declare, and all would be shown white.
 */
export async function assertWithinWhite(
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
export async function measureLevels(
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
