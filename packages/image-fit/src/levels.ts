import { ReadError } from "@reader/core/handler";
import { pageOption, type ImageDescription } from "./describe-image.ts";
import { loadImageEngine } from "./engine.ts";
import { defaultInputLimits, maxPixelsOf } from "./input-limits.ts";
import type { FitOptions, Levels } from "./types.ts";

/** Memory that the numbers of one picture may take. */
const maxMeasuredBytes = 64_000_000;
const sampleBytes = 4;

/** Whether nothing says which number of a picture is black and which white; of numbers in floating point, colours have a scale: 1 is white. */
export function lacksScale({ bitsPerChannel, colourSpace }: ImageDescription): boolean {
  return bitsPerChannel >= 32 && colourSpace !== "scrgb";
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
  { page, input }: Pick<FitOptions, "page" | "input">,
  { colourSpace }: ImageDescription,
): Promise<Float32Array> {
  const sharp = await loadImageEngine();
  const picture = sharp(bytes, {
    failOn: "none",
    ignoreIcc: true,
    limitInputPixels: maxPixelsOf(input ?? defaultInputLimits),
    ...pageOption(page),
  });
  const data = await picture.toColourspace(colourSpace).raw({ depth: "float" }).toBuffer();
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
