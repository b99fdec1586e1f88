import { ReadError } from "@reader/core/handler";
import type { Metadata } from "sharp";
import { areForeign } from "../colours/coded-colours.ts";
import { completed } from "../repair/truncated.ts";
import { withKnownBrand } from "../repair/engine-workarounds.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { decodingError, unreadKind } from "../engine/decoding-error.ts";
import type { MeasuredImage } from "../headers/measured-image.ts";
import { iccName } from "../colours/icc.ts";
import { applePng, isOfApple } from "../headers/png.ts";
import { assertDecodable, defaultInputLimits } from "../model/input-limits.ts";
import { measureImage } from "../headers/measure-image.ts";
import { orientationOf, turnedSize, type Orientation } from "../model/orientation.ts";
import type { CodedColours, FitOptions, InputLimits, PixelSize } from "../model/types.ts";

/** What is known of a picture without decoding its pixels. Its size is the size as displayed. */
export interface ImageDescription extends PixelSize {
  readonly mediaType: string;
  readonly orientation: Orientation;
  /** Pages, or frames of an animation. */
  readonly pages: number;
  /** How long each frame of an animation is shown; absent for pictures that do not move. */
  readonly frameDelaysMs?: readonly number[];
  /** Whether it moves in a way that its decoder does not see: animated PNG. */
  readonly isAnimatedPng: boolean;
  /** As libvips calls it: `srgb`, `b-w`, `cmyk`, `rgb16`, `lab`… */
  readonly colourSpace: string;
  /** Alpha is one of them. */
  readonly channels: number;
  readonly bitsPerChannel: number;
  readonly hasAlpha: boolean;
  /** The name of the colour profile inside; empty for one without a name. */
  readonly colourProfile?: string;
  /** The colour profile itself. */
  readonly icc?: Uint8Array;
  /** The EXIF block. */
  readonly exif?: Uint8Array;
  /** The exponent by which light became numbers, where it is not about that of sRGB; its decoder does not look at it. */
  readonly gamma?: number;
  /** What its numbers stand for where they are not those of sRGB and no profile says it; its decoder does not look at it. */
  readonly codedColours?: CodedColours;
  /** Comments inside, by their keyword: the first 50, and 20 000 characters of each. */
  readonly comments: readonly (readonly [keyword: string, text: string])[];
}

/** What of a picture is described. */
export type DescribeOptions = Pick<FitOptions, "page" | "input">;

/** Reads the headers of a picture; throws `too-large` and `corrupt`. Nothing is decoded. */
export async function describeImage(bytes: Uint8Array, options: DescribeOptions = {}): Promise<ImageDescription> {
  const input = options.input ?? defaultInputLimits;
  const measured = measureReadable(bytes, input);
  const sharp = await loadImageEngine();
  try {
    // The limits are checked here, since they do not hold for drawings of lines, which are rendered as small as needed.
    const reading = sharp((await completed(bytes)) ?? withKnownBrand(bytes), {
      failOn: "none",
      limitInputPixels: false,
      ...pageOption(options.page),
    });
    const description = describe(await reading.metadata(), measured);
    if (!isVector(description)) assertDecodable(description, input);
    return description;
  } catch (error) {
    throw ReadError.is(error) ? error : decodingError(error);
  }
}

function measureReadable(bytes: Uint8Array, input: InputLimits): MeasuredImage | undefined {
  if (isOfApple(bytes)) throw applePng();
  const measured = measureImage(bytes);
  if (measured !== undefined) assertDecodable(measured, input);
  if (measured?.hasPlainYcc === true) {
    throw unreadKind("The image is in YCbCr outside of JPEG, which is not read here.");
  }
  if (measured?.sequence !== undefined && measured.widthPx === 0) {
    throw unreadKind("The image is an animation without a still picture, which is not read here.");
  }
  return measured;
}

/** The engine counts pages from 0; where none is named, it takes the one that the file calls its primary one. */
export function pageOption(page: number | undefined): { readonly page?: number } {
  return page === undefined ? {} : { page: page - 1 };
}

/** Whether a picture has no pixels of its own. */
export function isVector({ mediaType }: Pick<ImageDescription, "mediaType">): boolean {
  return mediaType === "image/svg+xml";
}

const bitsOfDepth: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  complex: 64,
  double: 64,
  dpcomplex: 128,
};

function describe(metadata: Metadata, measured: MeasuredImage | undefined): ImageDescription {
  const orientation = orientationOf(metadata.orientation);
  const { width: widthPx, height: heightPx, delay } = metadata;
  if (!(widthPx > 0 && heightPx > 0)) throw new ReadError("corrupt", "The image has no width or no height.");
  const size = turnedSize({ widthPx, heightPx }, orientation);
  return {
    ...size,
    mediaType: mediaTypeOf(metadata),
    orientation,
    pages: wholeNumber(metadata.pages, 1),
    ...measuredFacts(measured),
    ...foreignColours(metadata, measured),
    colourSpace: metadata.space,
    ...channelsOf(metadata, measured),
    bitsPerChannel: bitsOfDepth[metadata.depth] ?? 8,
    comments: commentsOf(metadata),
    ...(delay === undefined ? {} : { frameDelaysMs: delay.map((each) => wholeNumber(each, 0)) }),
    ...(metadata.icc === undefined ? {} : { colourProfile: iccName(metadata.icc) ?? "", icc: metadata.icc }),
    ...(metadata.exif === undefined ? {} : { exif: metadata.exif }),
  };
}

/** Returns an integer that the file states, or `least` if it states a smaller number or none. */
function wholeNumber(value: number | undefined, least: number): number {
  return value !== undefined && Number.isSafeInteger(value) && value > least ? value : least;
}

/** Characters of a comment; a few kilobytes of PNG unpack to many megabytes. A keyword of PNG has up to 79. */
const maxComment = { keyword: 79, text: 20_000 } as const;
const maxComments = 50;

function commentsOf({ comments = [] }: Metadata): ImageDescription["comments"] {
  return comments
    .slice(0, maxComments)
    .map(({ keyword, text }) => [keyword.slice(0, maxComment.keyword), text.slice(0, maxComment.text)] as const);
}

/** What the engine does not look at. */
function measuredFacts({ isAnimated = false, gamma }: Partial<MeasuredImage> = {}): Pick<
  ImageDescription,
  "isAnimatedPng" | "gamma"
> {
  return { isAnimatedPng: isAnimated, ...(gamma === undefined ? {} : { gamma }) };
}

function foreignColours(
  { icc }: Metadata,
  { codedColours }: Partial<MeasuredImage> = {},
): Pick<ImageDescription, "codedColours"> {
  return codedColours === undefined || icc !== undefined || !areForeign(codedColours) ? {} : { codedColours };
}

function channelsOf(
  { channels, hasAlpha }: Metadata,
  measured: MeasuredImage | undefined,
): Pick<ImageDescription, "channels" | "hasAlpha"> {
  // The engine has it filled with black.
  const isFilled = measured?.bareGifEndAt !== undefined && !hasAlpha;
  return { channels: channels + (isFilled ? 1 : 0), hasAlpha: hasAlpha || isFilled };
}

function mediaTypeOf({ format, mediaType, compression }: Metadata): string {
  if (format === "heif") return compression === "av1" ? "image/avif" : "image/heic";
  return mediaType ?? `image/${format}`;
}
