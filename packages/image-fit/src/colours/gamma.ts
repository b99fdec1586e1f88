import { lightOfMiddle } from "./icc.ts";
import type { RawPixels } from "../model/types.ts";

/** The parts of an image's description that say how light is encoded in its samples. */
interface LightEncoding {
  /** The exponent of a PNG that differs from that of sRGB. */
  readonly gamma?: number;
  readonly colourSpace: string;
  readonly icc?: Uint8Array;
}

/** Returns a table that corrects samples whose light encoding the engine misreads, or `undefined` if it is correct. */
export function toneTable({ gamma, colourSpace, icc }: LightEncoding): Uint8Array | undefined {
  // The engine ignores the exponent of a PNG (1 for linear light).
  if (gamma !== undefined) return tableOf((number) => encodedLight(number ** (1 / gamma)));
  // The engine treats floating point samples as linear light and encodes them, even if their profile says that they are already encoded.
  const isEncoded = colourSpace === "scrgb" && icc !== undefined && (lightOfMiddle(icc) ?? 1) < mostOfEncoded;
  return isEncoded ? tableOf(decodedLight) : undefined;
}

/** Upper limit of the light of the middle sample in profiles that are not linear. */
const mostOfEncoded = 0.4;

function tableOf(shown: (number: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(shown(value / 255) * 255));
}

/** Applies a table to all samples except alpha. */
export function withTable(pixels: RawPixels, table: Uint8Array): RawPixels {
  const { channels } = pixels;
  const data = new Uint8Array(pixels.data);
  for (let at = 0; at < data.length; at += 1) {
    const isAlpha = channels === 4 && at % 4 === 3;
    if (!isAlpha) data[at] = table[data[at] ?? 0] ?? 0;
  }
  return { ...pixels, data };
}

/** Encodes linear light from 0 to 1 as an sRGB sample (IEC 61966-2-1). */
export function encodedLight(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** Decodes an sRGB sample from 0 to 1 to linear light (IEC 61966-2-1). */
export function decodedLight(number: number): number {
  return number <= 0.040_45 ? number / 12.92 : ((number + 0.055) / 1.055) ** 2.4;
}
