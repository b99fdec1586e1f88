import { ReadError } from "@reader/core/handler";
import type { Metadata } from "sharp";
import { differsFromSrgb } from "../colours/coded-colours.ts";
import { iccName } from "../colours/icc.ts";
import { decodingError, unsupportedKind } from "../engine/decoding-error.ts";
import { loadImageEngine } from "../engine/engine.ts";
import { measureImage } from "../headers/measure-image.ts";
import type { MeasuredImage } from "../headers/measured-image.ts";
import { applePngError, isApplePng } from "../headers/png.ts";
import { assertDecodable, defaultInputLimits } from "../model/input-limits.ts";
import { type Orientation, orientationOf, turnedSize } from "../model/orientation.ts";
import type { CodedColours, FitOptions, InputLimits, PixelSize } from "../model/types.ts";
import { withKnownBrand } from "../repair/engine-workarounds.ts";
import { completed } from "../repair/truncated.ts";

/** What is known of an image without decoding its pixels. Its size is the displayed size. */
export interface ImageDescription extends PixelSize {
  readonly mediaType: string;
  readonly orientation: Orientation;
  /** Number of pages, or of frames of an animation. */
  readonly pages: number;
  /** Display time of each frame of an animation. */
  readonly frameDelaysMs?: readonly number[];
  /** True for an animated PNG, of which the decoder sees only one frame. */
  readonly isAnimatedPng: boolean;
  /** Name in libvips: `srgb`, `b-w`, `cmyk`, `rgb16`, `lab`… */
  readonly colourSpace: string;
  /** Includes alpha. */
  readonly channels: number;
  readonly bitsPerChannel: number;
  readonly hasAlpha: boolean;
  /** Name of the embedded colour profile, empty if it has none. */
  readonly colourProfile?: string;
  /** The embedded ICC profile. */
  readonly icc?: Uint8Array;
  /** The EXIF block. */
  readonly exif?: Uint8Array;
  /** The encoding exponent of a PNG if it differs from that of sRGB. Decoders ignore it. */
  readonly gamma?: number;
  /** Coded colours that differ from sRGB, if there is no profile. Decoders ignore them. */
  readonly codedColours?: CodedColours;
  /** Embedded comments, by keyword: the first 50, and 20 000 characters of each. */
  readonly comments: readonly (readonly [keyword: string, text: string])[];
}

/** Which part of an image to describe. */
export type DescribeOptions = Pick<FitOptions, "page" | "input">;

/** Reads the headers of an image without decoding pixels. Throws `too-large` or `corrupt`. */
export async function describeImage(bytes: Uint8Array, options: DescribeOptions = {}): Promise<ImageDescription> {
  const input = options.input ?? defaultInputLimits;
  const measured = measureReadable(bytes, input);
  const sharp = await loadImageEngine();
  try {
    // Limits are checked below, because they do not apply to vector images, which are rendered at any size.
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
  if (isApplePng(bytes)) throw applePngError();
  const measured = measureImage(bytes);
  if (measured !== undefined) assertDecodable(measured, input);
  if (measured?.hasPlainYcc === true) {
    throw unsupportedKind("The image is in YCbCr outside of JPEG, which is not supported.");
  }
  if (measured?.sequence !== undefined && measured.widthPx === 0) {
    throw unsupportedKind("The image is an animation without a still image, which is not supported.");
  }
  return measured;
}

/** Returns the engine's page option, which counts from 0. Without it, the engine decodes the primary page. */
export function pageOption(page: number | undefined): { readonly page?: number } {
  return page === undefined ? {} : { page: page - 1 };
}

/** True for vector images. */
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

/** Returns facts that the engine ignores. */
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
  return codedColours === undefined || icc !== undefined || !differsFromSrgb(codedColours) ? {} : { codedColours };
}

function channelsOf(
  { channels, hasAlpha }: Metadata,
  measured: MeasuredImage | undefined,
): Pick<ImageDescription, "channels" | "hasAlpha"> {
  // The engine would fill the free area with black; the workaround adds alpha.
  const isFilled = measured?.bareGifEndAt !== undefined && !hasAlpha;
  return { channels: channels + (isFilled ? 1 : 0), hasAlpha: hasAlpha || isFilled };
}

function mediaTypeOf({ format, mediaType, compression }: Metadata): string {
  if (format === "heif") return compression === "av1" ? "image/avif" : "image/heic";
  return mediaType ?? `image/${format}`;
}
