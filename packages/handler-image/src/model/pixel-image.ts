import { encodePixels, type PixelSize, type RawPixels } from "@reader/image-fit";
import type { Picture } from "./opened-image.ts";
import { corrupt } from "./unreadable.ts";

/** A picture whose pixels a decoder of our own gives. */
export interface PixelSource extends Pick<Picture, "format" | "mediaType" | "facts" | "exif" | "remarks"> {
  readonly size: PixelSize;
  /** Decodes; `isRepaired` says that data was missing. */
  readonly decode: () => Promise<RawPixels & { readonly isRepaired?: boolean }>;
  /** Lossless formats keep PNG where they are drawings; the others are photos. */
  readonly content?: "photo";
}

/** A still picture from decoded pixels, which are decoded when it is fitted. */
export function pixelPicture({ decode, content, ...source }: PixelSource): Picture {
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

/** What a decoder of WebAssembly says that it decoded. */
interface DecodedPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The pixels that a decoder returned. Throws `corrupt` if it returned none, or not as many as its size has. */
export function decodedPixels({ width, height, data }: DecodedPixels): RawPixels {
  const isSize = [width, height].every((side) => Number.isSafeInteger(side) && side > 0);
  if (!isSize || !ArrayBuffer.isView(data) || data.byteLength !== width * height * pixelBytes) {
    throw corrupt("The decoder gives no whole picture for this file.");
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { data: bytes, widthPx: width, heightPx: height, channels: pixelBytes };
}
