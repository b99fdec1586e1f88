import type { ImageCapabilities } from "@reader/core";
import type { HandlerContext, MediaType } from "@reader/core/handler";
import type { InputLimits, fitImage } from "@reader/image-fit";

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
export async function fittedImage(image: Unfitted): Promise<FittedImage | undefined> {
  const { bytes, limits, input, signal } = image;
  const imageFit = isDecodable(image) ? await loadImageFit() : undefined;
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

/** The type and size of an image, from its header. */
interface ImageSize {
  readonly mediaType: MediaType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Number of bytes that contain the fixed headers. Valid images are longer. */
const headerBytes = 30;

/** Returns the type and size of a PNG, JPEG, GIF or WebP from its header, or `undefined` for other data. */
export function measureImage(bytes: Uint8Array): ImageSize | undefined {
  if (bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = sizeOf(view);
  return size !== undefined && size.widthPx > 0 && size.heightPx > 0 ? size : undefined;
}

function sizeOf(view: DataView): ImageSize | undefined {
  const signature = view.getUint32(0);
  if (signature === 0x89504e47) return sized("image/png", view.getUint32(16), view.getUint32(20));
  if (signature === 0x47494638) return sized("image/gif", view.getUint16(6, true), view.getUint16(8, true));
  if (signature === 0x52494646 && view.getUint32(8) === 0x57454250) return webpSize(view);
  return signature >>> 16 === 0xffd8 ? jpegSize(view) : undefined;
}

function sized(mediaType: MediaType, widthPx: number, heightPx: number): ImageSize {
  return { mediaType, widthPx, heightPx };
}

/** The extended, lossless and lossy formats store the size at different offsets (RFC 9649). */
function webpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503858:
      return sized("image/webp", 1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8));
    case 0x5650384c: {
      const packed = view.getUint32(21, true);
      return sized("image/webp", 1 + (packed & 0x3fff), 1 + ((packed >>> 14) & 0x3fff));
    }
    case 0x56503820:
      return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    default:
      return undefined;
  }
}

/** Skips segments by their length until the first start of a frame (ITU T.81, B.2.2). */
function jpegSize(view: DataView): ImageSize | undefined {
  let at = 2;
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (startsFrame(marker)) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    // A fill byte has no length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** True for SOF0 to SOF15, except DHT, DAC and the reserved JPG marker. */
function startsFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
