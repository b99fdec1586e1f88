import { loadImageEngine } from "./engine.ts";
import type { PixelSize, RawPixels, Region } from "./types.ts";

/** Decoded pixels, or a part of them, in another size. */
export async function resizePixels(pixels: RawPixels, size: PixelSize, region?: Region): Promise<RawPixels> {
  const isSameSize = size.widthPx === pixels.widthPx && size.heightPx === pixels.heightPx;
  if (region === undefined && isSameSize) return pixels;
  const sharp = await loadImageEngine();
  const { data, channels, widthPx: width, heightPx: height } = pixels;
  const picture = sharp(data, { raw: { width, height, channels } });
  if (region !== undefined) {
    picture.extract({ left: region.xPx, top: region.yPx, width: region.widthPx, height: region.heightPx });
  }
  // Otherwise the engine makes three channels of one.
  picture.resize(size.widthPx, size.heightPx, { fit: "fill" }).toColourspace(channels === 1 ? "b-w" : "srgb");
  return { data: await picture.raw().toBuffer(), channels, ...size };
}
