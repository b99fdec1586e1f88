import type { ImageDescription, PixelSize } from "@reader/image-fit";

/** The description of a drawing of a size that is known, so that nothing has to be parsed for it. */
export function drawingOf({ widthPx, heightPx }: PixelSize): ImageDescription {
  return {
    widthPx,
    heightPx,
    mediaType: "image/svg+xml",
    orientation: 1,
    pages: 1,
    isAnimatedPng: false,
    colourSpace: "srgb",
    channels: 4,
    bitsPerChannel: 8,
    hasAlpha: true,
    comments: [],
  };
}
