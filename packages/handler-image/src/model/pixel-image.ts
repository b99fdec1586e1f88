import { encodePixels, type PixelSize, type RawPixels } from "@reader/image-fit";
import type { OpenedImage } from "./opened-image.ts";
import { corrupt } from "./wording.ts";

/** An image that one of our own decoders decodes. */
export interface PixelSource extends Pick<OpenedImage, "format" | "mediaType" | "facts" | "exif" | "remarks"> {
  readonly size: PixelSize;
  /** Decodes the pixels. `isRepaired` is true if data was missing. */
  readonly decode: () => Promise<RawPixels & { readonly isRepaired?: boolean }>;
  /** Set for lossy formats. Lossless ones stay PNG if they are drawings. */
  readonly content?: "photo";
}

/** Creates a still image that is decoded when it is fitted. */
export function pixelImage({ decode, content, ...source }: PixelSource): OpenedImage {
  return {
    ...source,
    count: 1,
    sizeOf: async () => source.size,
    fit: async (limits, { region, signal }) => {
      const pixels = await decode();
      const encoded = await encodePixels(pixels, limits, {
        ...(content === undefined ? {} : { content }),
        ...(region === undefined ? {} : { region }),
        ...(signal === undefined ? {} : { signal }),
      });
      return { ...encoded, isRepaired: pixels.isRepaired === true };
    },
  };
}

/** Bytes of a pixel: red, green, blue and alpha. */
const pixelBytes = 4;

/** The result of a WebAssembly decoder, not yet validated. */
interface DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The pixels that a decoder returned. Throws `corrupt` if it returned none, or not as many as its size has. */
export function decodedPixels({ width, height, data }: DecodedPixels): RawPixels {
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side > 0);
  if (!isSize || !ArrayBuffer.isView(data) || data.byteLength !== width * height * pixelBytes) {
    throw corrupt("The decoder returned no complete image for this file.");
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { data: bytes, widthPx: width, heightPx: height, channels: pixelBytes };
}
