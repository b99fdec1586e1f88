import { encodePixels, type PixelSize, type RawPixels } from "@reader/image-fit";
import type { Picture } from "../picture.ts";

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
