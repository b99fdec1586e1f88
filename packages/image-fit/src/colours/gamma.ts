import { lightOfMiddle } from "./icc.ts";
import type { RawPixels } from "../model/types.ts";

/** The parts of an image's description that say how light is encoded in its samples. */
interface LightEncoding {
  /** The exponent of a PNG that differs from that of sRGB. */
  readonly gamma?: number;
  readonly colourSpace: string;
  readonly icc?: Uint8Array;
}

/**
 * What becomes of each number that the engine gives, where it takes light to be encoded otherwise than it is; undefined
 * where nothing does.
 */
export function toneTable({ gamma, colourSpace, icc }: LightEncoding): Uint8Array | undefined {
  // The exponent of a PNG, 1 where the numbers are the light itself: at that, the engine does not look.
  if (gamma !== undefined) return tableOf((number) => encodedLight(number ** (1 / gamma)));
  // Numbers in floating point it takes for the light itself, and encodes it, also where their profile says that they are encoded.
  const isEncoded = colourSpace === "scrgb" && icc !== undefined && (lightOfMiddle(icc) ?? 1) < mostOfEncoded;
  return isEncoded ? tableOf(decodedLight) : undefined;
}

/** The middle number stands for less light than this in every profile in which light is encoded. */
const mostOfEncoded = 0.4;

function tableOf(shown: (number: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => Math.round(shown(value / 255) * 255));
}

/** The pixels with each number but alpha as a table says. */
export function toned(pixels: RawPixels, table: Uint8Array): RawPixels {
  const { channels } = pixels;
  const data = new Uint8Array(pixels.data);
  for (let at = 0; at < data.length; at += 1) {
    const isAlpha = channels === 4 && at % 4 === 3;
    if (!isAlpha) data[at] = table[data[at] ?? 0] ?? 0;
  }
  return { ...pixels, data };
}

/** IEC 61966-2-1: light as a number, both from 0 to 1. */
export function encodedLight(light: number): number {
  return light <= 0.003_130_8 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** IEC 61966-2-1: the light of a number. */
export function decodedLight(number: number): number {
  return number <= 0.040_45 ? number / 12.92 : ((number + 0.055) / 1.055) ** 2.4;
}
