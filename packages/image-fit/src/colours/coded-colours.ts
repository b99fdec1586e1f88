import type { CodedColours, RawPixels } from "../model/types.ts";
import { decodedLight, encodedLight } from "./gamma.ts";

/** A matrix from linear light in other primaries to linear sRGB, row by row. */
type Primaries = readonly [number, number, number, number, number, number, number, number, number];

const standard: Primaries = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Matrices by code point. All other primaries are those of sRGB or nearly the same. */
const primariesByCode: ReadonlyMap<number, Primaries> = new Map([
  // BT.2020 and BT.2100, of HDR.
  [9, [1.660_491, -0.587_641, -0.072_85, -0.124_55, 1.1329, -0.008_349, -0.018_151, -0.100_579, 1.118_73]],
  // Display P3, of phones and their screens.
  [12, [1.224_94, -0.224_94, 0, -0.042_057, 1.042_057, 0, -0.019_638, -0.078_636, 1.098_274]],
]);

/** True if the colours differ from sRGB, which models assume. */
export function differsFromSrgb({ primaries, transfer }: CodedColours): boolean {
  return primariesByCode.has(primaries) || !isUsualLight(transfer);
}

/** Steps of the lookup table, enough to separate all 256 levels. */
const steps = 8192;
let levels: Uint8Array | undefined;

/** Converts pixels to sRGB. Highlights above white, as in HDR, are compressed into the available range. */
export function inStandardColours(pixels: RawPixels, coded: CodedColours | undefined): RawPixels {
  if (coded === undefined || !differsFromSrgb(coded)) return pixels;
  const { channels } = pixels;
  const data = new Uint8Array(pixels.data);
  const light = lightOfNumbers(coded.transfer);
  const primaries = primariesByCode.get(coded.primaries) ?? standard;
  const show = lightConverter(primaries, highlightScale(light[brightest(pixels)] ?? 1));
  const [toGreen, toBlue] = channels === 1 ? [0, 0] : [1, 2];
  const lightAt = (at: number): number => light[data[at] ?? 0] ?? 0;
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = show(lightAt(at), lightAt(at + toGreen), lightAt(at + toBlue));
    [data[at + toBlue], data[at + toGreen], data[at]] = [blue, green, red];
  }
  return { ...pixels, data };
}

type Show = (red: number, green: number, blue: number) => readonly [red: number, green: number, blue: number];

/** Creates the conversion from linear light to sRGB levels. */
function lightConverter([rr, rg, rb, gr, gg, gb, br, bg, bb]: Primaries, scaleOf: (light: number) => number): Show {
  return (r, g, b) => {
    const red = rr * r + rg * g + rb * b;
    const green = gr * r + gg * g + gb * b;
    const blue = br * r + bg * g + bb * b;
    const scale = scaleOf(Math.max(red, green, blue));
    return [levelOf(red * scale), levelOf(green * scale), levelOf(blue * scale)];
  };
}

function levelOf(light: number): number {
  levels ??= Uint8Array.from({ length: steps + 1 }, (_, step) => Math.round(encodedLight(step / steps) * 255));
  return levels[Math.round(Math.min(1, Math.max(0, light)) * steps)] ?? 0;
}

/** Returns the highest level of any colour channel, alpha excluded. */
function brightest({ data, channels }: RawPixels): number {
  let most = 0;
  for (let at = 0; at < data.length; at += 1) {
    if (channels === 4 && at % 4 === 3) continue;
    most = Math.max(most, data[at] ?? 0);
  }
  return most;
}

/** Luminance of white paper (ITU-R BT.2408), shown as sRGB white. */
const whiteNits = 203;

/** Functions from samples (0 to 1) to linear light, where 1 is white, by transfer code point of ISO/IEC 23091-2. */
const lightByTransfer: ReadonlyMap<number, (number: number) => number> = new Map([
  [8, (number) => number],
  [16, (number) => (quantised(number) * 10_000) / whiteNits],
  // For the reference screen of 1000 nits.
  [18, (number) => (gammaOfLog(number) ** 1.2 * 1000) / whiteNits],
]);

/** True if the transfer function is that of sRGB or similar, which all are except HDR and linear ones. */
function isUsualLight(transfer: number): boolean {
  return !lightByTransfer.has(transfer);
}

/** Returns the linear light of each sample from 0 to 255. */
function lightOfNumbers(transfer: number): Float64Array {
  const light = lightByTransfer.get(transfer) ?? decodedLight;
  return Float64Array.from({ length: 256 }, (_, value) => light(value / 255));
}

/** SMPTE ST 2084 (PQ), as a fraction of 10 000 nits. */
function quantised(number: number): number {
  const root = number ** (32 / 2523);
  return (Math.max(0, root - 107 / 128) / (2413 / 128 - (2392 / 128) * root)) ** (16_384 / 2610);
}

/** ITU-R BT.2100, table 5 (HLG): scene light from 0 to 1. */
function gammaOfLog(number: number): number {
  return number <= 0.5 ? number ** 2 / 3 : (Math.exp((number - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12;
}

/** Light below this is not compressed. */
const knee = 0.5;
/** Tolerance above white, since decoders are not exact. */
const nearWhite = 1.1;

/** Returns the factor by light level that compresses highlights so that the brightest becomes white. */
function highlightScale(brightest: number): (light: number) => number {
  if (brightest <= nearWhite) return () => 1;
  const slope = (brightest - knee) / (1 - knee);
  return (light) => {
    if (light <= knee) return 1;
    const above = (light - knee) / (brightest - knee);
    return (knee + ((1 - knee) * slope * above) / (1 + (slope - 1) * above)) / light;
  };
}
