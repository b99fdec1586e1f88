import type { ImageCapabilities } from "@reader/core";
import type { HandlerContext, MediaType } from "@reader/core/handler";
import type { InputLimits, fitImage } from "@reader/image-fit";
import type { ImageSize } from "./image-size.ts";

/** An image within the limits of a model. */
export interface FittedImage extends ImageSize {
  readonly data: Uint8Array;
}

/** An image that may exceed the limits, and the limits. */
export interface Unfitted {
  readonly bytes: Uint8Array;
  readonly size: ImageSize | undefined;
  readonly limits: ImageCapabilities;
  readonly input: InputLimits;
  readonly signal: AbortSignal;
}

interface ImageFit {
  readonly fitImage: typeof fitImage;
}

let loading: Promise<ImageFit | undefined> | undefined;

/** Loads the optional peer dependency. Without it, images stay as they are. */
function loadImageFit(): Promise<ImageFit | undefined> {
  loading ??= import("@reader/image-fit").catch(() => undefined);
  return loading;
}

/** True if a model accepts the image unchanged, alone or as one of many. */
export function fits({ bytes, size, limits }: Pick<Unfitted, "bytes" | "size" | "limits">): boolean {
  if (size === undefined || !limits.mediaTypes.includes(size.mediaType)) return false;
  // The provider shrinks larger images anyway, so sending them only costs bandwidth.
  const longestSidePx = Math.min(limits.nativeSidePx, limits.manyImages?.maxSidePx ?? limits.maxSidePx);
  return bytes.length <= limits.maxBytes && Math.max(size.widthPx, size.heightPx) <= longestSidePx;
}

const convertible = /\.tiff?$/i;

/**
 * Returns the file extensions of images that can be shown, or `undefined` if only those that models accept unchanged.
 */
export async function shownImages(names: readonly string[], context: HandlerContext): Promise<RegExp | undefined> {
  if (context.capabilities.images === undefined || !names.some((name) => convertible.test(name))) return undefined;
  return (await loadImageFit()) === undefined ? undefined : /\.(?:png|jpe?g|gif|webp|tiff?)$/i;
}

/** The first two bytes of TIFF and BigTIFF, in both byte orders. */
const tiffMarks: ReadonlySet<number> = new Set([0x4949, 0x4d4d]);

/** AVIF and HEIC start with a file type box (ISO/IEC 14496-12, 4.3). */
const fileTypeBox = 0x66747970;

/**
 * True if the image has a format that may be decoded here. SVG is excluded: it needs a guard that only the image
 * handler has.
 */
function isDecodable({ bytes, size }: Unfitted): boolean {
  if (size !== undefined || bytes.length < 8) return size !== undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tiffMarks.has(view.getUint16(0)) || view.getUint32(4) === fileTypeBox;
}

/**
 * Shrinks an image to the limits, and converts TIFF and other decodable formats to PNG or JPEG. Returns `undefined` if
 * `@reader/image-fit` is not installed or cannot decode the image.
 */
export async function fittedImage(picture: Unfitted): Promise<FittedImage | undefined> {
  const { bytes, limits, input, signal } = picture;
  const imageFit = isDecodable(picture) ? await loadImageFit() : undefined;
  try {
    const fitted = await imageFit?.fitImage(bytes, limits, { input, signal });
    if (fitted === undefined || !isTaken(fitted.mediaType, limits)) return undefined;
    const { mediaType, data, widthPx, heightPx } = fitted;
    return { mediaType, data, widthPx, heightPx };
  } catch {
    // An image that cannot be decoded does not fail the document.
    signal.throwIfAborted();
    return undefined;
  }
}

function isTaken(mediaType: string, { mediaTypes }: ImageCapabilities): mediaType is MediaType {
  return mediaTypes.some((taken) => taken === mediaType);
}
