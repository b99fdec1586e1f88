import type { ImageCapabilities } from "@reader/core";
import type { HandlerContext, MediaType } from "@reader/core/handler";
import type { InputLimits, fitImage } from "@reader/image-fit";
import type { PictureSize } from "./image-size.ts";

/** A picture within what a model takes. */
export interface FittedPicture extends PictureSize {
  readonly data: Uint8Array;
}

/** What is known of a picture that may not fit. */
export interface Unfitted {
  readonly bytes: Uint8Array;
  readonly size: PictureSize | undefined;
  readonly limits: ImageCapabilities;
  readonly input: InputLimits;
  readonly signal: AbortSignal;
}

interface ImageFit {
  readonly fitImage: typeof fitImage;
}

let loading: Promise<ImageFit | undefined> | undefined;

/** It is an optional peer: pictures stay as they are without it. */
function loadImageFit(): Promise<ImageFit | undefined> {
  loading ??= import("@reader/image-fit").catch(() => undefined);
  return loading;
}

/** Whether a model takes a picture as it is, also as one of many. */
export function fits({ bytes, size, limits }: Pick<Unfitted, "bytes" | "size" | "limits">): boolean {
  if (size === undefined || !limits.mediaTypes.includes(size.mediaType)) return false;
  // What is larger than the native size is made smaller by the provider, and only costs the way there.
  const longestSidePx = Math.min(limits.nativeSidePx, limits.manyImages?.maxSidePx ?? limits.maxSidePx);
  return bytes.length <= limits.maxBytes && Math.max(size.widthPx, size.heightPx) <= longestSidePx;
}

const convertible = /\.tiff?$/i;

/** Endings of pictures that can be shown; undefined where they are only those that models take as they are. */
export async function shownPictures(names: readonly string[], context: HandlerContext): Promise<RegExp | undefined> {
  if (context.capabilities.images === undefined || !names.some((name) => convertible.test(name))) return undefined;
  return (await loadImageFit()) === undefined ? undefined : /\.(?:png|jpe?g|gif|webp|tiff?)$/i;
}

/** TIFF in both orders of bytes, BigTIFF among them, by its first two. */
const tiffMarks: ReadonlySet<number> = new Set([0x4949, 0x4d4d]);

/** AVIF and HEIC are boxes, the first of which says so (ISO/IEC 14496-12, 4.3). */
const fileTypeBox = 0x66747970;

/**
 * Whether it is of a kind that may be decoded. Drawings of lines (SVG) are none: they need a guard that only the handler
 * for pictures has.
 */
function isDecodable({ bytes, size }: Unfitted): boolean {
  if (size !== undefined || bytes.length < 8) return size !== undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tiffMarks.has(view.getUint16(0)) || view.getUint32(4) === fileTypeBox;
}

/**
 * Makes a picture fit, where `@reader/image-fit` is installed: too large ones become smaller, and TIFF and what else it
 * decodes becomes PNG or JPEG. Undefined where it is not installed, or cannot decode the picture.
 */
export async function fittedPicture(picture: Unfitted): Promise<FittedPicture | undefined> {
  const { bytes, limits, input, signal } = picture;
  const imageFit = isDecodable(picture) ? await loadImageFit() : undefined;
  try {
    const fitted = await imageFit?.fitImage(bytes, limits, { input, signal });
    if (fitted === undefined || !isTaken(fitted.mediaType, limits)) return undefined;
    const { mediaType, data, widthPx, heightPx } = fitted;
    return { mediaType, data, widthPx, heightPx };
  } catch {
    // A picture that cannot be decoded is no fault of the document.
    signal.throwIfAborted();
    return undefined;
  }
}

function isTaken(mediaType: string, { mediaTypes }: ImageCapabilities): mediaType is MediaType {
  return mediaTypes.some((taken) => taken === mediaType);
}
