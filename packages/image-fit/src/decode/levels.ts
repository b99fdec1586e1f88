import { ReadError } from "@reader/core/handler";
import type { SharpOptions } from "sharp";
import { pageOption, type ImageDescription } from "./describe-image.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { defaultInputLimits, maxPixelsOf } from "../model/input-limits.ts";
import { turnedSize } from "../model/orientation.ts";
import type { FitOptions, Levels } from "../model/types.ts";

/** Memory that the numbers of one picture may take. */
const maxMeasuredBytes = 64_000_000;
const sampleBytes = 4;

/** In floating point, these have a scale: 1 is white, and in Lab 100. */
const scaledSpaces: ReadonlySet<string> = new Set(["scrgb", "lab"]);

/** Whether nothing says which number of a picture is black and which white. */
export function lacksScale({ bitsPerChannel, colourSpace }: ImageDescription): boolean {
  return bitsPerChannel >= 32 && !scaledSpaces.has(colourSpace);
}

/** Rows, around the middle, at which colours in floating point are looked at: scaled, they would end at white. */
const sampleRows = 64;

/**
 * Throws `unsupported-type` for colours in floating point of which most are beyond white: they count to 255 or so, which
 * nothing in the file says, and would all be shown white.
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
  const picture = sharp(bytes, looseOptions(options)).extract(rows);
  const numbers = floatsOf(await picture.toColourspace(colourSpace).raw({ depth: "float" }).toBuffer());
  if (numbers.filter((number) => number > 1).length * 2 < numbers.length) return;
  throw new ReadError(
    "unsupported-type",
    "The image has colours in floating point, most of which are above 1: white.",
    {
      hint: "Divide its numbers by the one that means white, 255 or 65535, and write it as PNG, with vips linear for one.",
    },
  );
}

/** The smallest and the largest number in a picture without a scale of its own; throws `unsupported-type` where that says nothing. */
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

/** The engine's own statistics know whole numbers only. */
async function numbersOf(
  bytes: Uint8Array,
  options: Pick<FitOptions, "page" | "input">,
  { colourSpace }: ImageDescription,
): Promise<Float32Array> {
  const sharp = await loadImageEngine();
  const picture = sharp(bytes, looseOptions(options));
  return floatsOf(await picture.toColourspace(colourSpace).raw({ depth: "float" }).toBuffer());
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
    // What was not measured is often no number at all, or an endless one.
    if (!Number.isFinite(number)) continue;
    if (number < black) black = number;
    if (number > white) white = number;
  }
  return white > black ? { black, white } : undefined;
}
