import type { RawPixels } from "../model/types.ts";

const opaque = 255;

/** Removes an alpha channel that is fully opaque. */
export function withoutIdleAlpha(pixels: RawPixels): RawPixels {
  if (pixels.channels !== 4) return pixels;
  for (let at = 3; at < pixels.data.length; at += 4) if (pixels.data[at] !== opaque) return pixels;
  return flatten(pixels);
}

/**
 * Blends the pixels with white, or with dark grey if everything visible is nearly white, as in icons for dark pages.
 */
export function flatten(pixels: RawPixels): RawPixels {
  if (pixels.channels !== 4) return pixels;
  const { data, widthPx, heightPx } = pixels;
  const paper = isPale(data) ? 48 : 255;
  const flat = new Uint8Array(widthPx * heightPx * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] ?? opaque;
    const rest = paper * (opaque - alpha);
    for (let channel = 0; channel < 3; channel += 1) {
      flat[to + channel] = Math.round(((data[from + channel] ?? 0) * alpha + rest) / opaque);
    }
  }
  return { data: flat, widthPx, heightPx, channels: 3 };
}

/** Minimum level of nearly white. Darker colours are visible on white. */
const paleLevel = 208;

/** True if everything visible is nearly white and something is transparent. */
function isPale(data: Uint8Array): boolean {
  let [seen, pale] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < opaque / 2) continue;
    seen += 1;
    const darkest = Math.min(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
    pale += darkest >= paleLevel ? 1 : 0;
  }
  const isSeeThrough = seen < data.length / 4;
  return isSeeThrough && seen > 0 && pale / seen > 0.95;
}
