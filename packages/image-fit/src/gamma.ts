import type { RawPixels } from "./types.ts";

/**
 * Pixels whose light was encoded with another exponent than that of sRGB, as sRGB, which is how browsers show them:
 * `gamma` is that of a PNG, 1 where the numbers are the light itself.
 */
export function toStandardGamma(pixels: RawPixels, gamma: number): RawPixels {
  const values = Uint8Array.from({ length: 256 }, (_, value) => encoded((value / 255) ** (1 / gamma)));
  const { channels } = pixels;
  const data = new Uint8Array(pixels.data);
  for (let at = 0; at < data.length; at += 1) {
    const isAlpha = channels === 4 && at % 4 === 3;
    if (!isAlpha) data[at] = values[data[at] ?? 0] ?? 0;
  }
  return { ...pixels, data };
}

/** IEC 61966-2-1: light from 0 to 1 as a number from 0 to 255. */
function encoded(light: number): number {
  const value = light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
}
