import type { RawPixels } from "@reader/image-fit";

/** What lets more through has a ground of its own behind it, which the picture does not tell. */
const maxOpaqueShare = 0.9;

/** Brighter than this on average, what is drawn is white print; dark print stays below. */
const minLightPrint = 160;

/**
 * How bright a pixel looks (Rec. 601). What is transparent is white, as on paper, but black where what is drawn on it is
 * light: white print for a dark page would be gone.
 */
export function greyOf(pixels: RawPixels): Uint8Array {
  const { data, channels } = pixels;
  if (channels === 1) return data;
  const grey = new Uint8Array(data.length / channels);
  const ground = channels === 4 ? groundOf(pixels) : 255;
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += channels) {
    const alpha = channels === 4 ? (data[at + 3] ?? 255) : 255;
    grey[pixel] = (brightnessAt(data, at) * alpha + ground * (255 - alpha)) / 255;
  }
  return grey;
}

function groundOf({ data, widthPx, heightPx }: RawPixels): number {
  let [opacity, light] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    opacity += alpha;
    light += brightnessAt(data, at) * alpha;
  }
  const isOpaque = opacity > widthPx * heightPx * 255 * maxOpaqueShare;
  return !isOpaque && light > opacity * minLightPrint ? 0 : 255;
}

function brightnessAt(data: Uint8Array, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}
