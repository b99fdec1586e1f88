import type { CodedColours, RawPixels } from "../model/types.ts";
import { decodedLight, encodedLight } from "./gamma.ts";

/** How much of each light of sRGB is in each light of others, row by row. */
type Primaries = readonly [number, number, number, number, number, number, number, number, number];

const standard: Primaries = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** By their code point; all others are those of sRGB, or hardly different. */
const primariesByCode: ReadonlyMap<number, Primaries> = new Map([
  // BT.2020 and BT.2100, of HDR.
  [9, [1.660_491, -0.587_641, -0.072_85, -0.124_55, 1.1329, -0.008_349, -0.018_151, -0.100_579, 1.118_73]],
  // Display P3, of phones and their screens.
  [12, [1.224_94, -0.224_94, 0, -0.042_057, 1.042_057, 0, -0.019_638, -0.078_636, 1.098_274]],
]);

/** Whether numbers are others than those of sRGB, as which every model takes them. */
export function areForeign({ primaries, transfer }: CodedColours): boolean {
  return primariesByCode.has(primaries) || !isUsualLight(transfer);
}

/** Enough steps that each of the 255 levels has its own, also the dark ones. */
const steps = 8192;
let levels: Uint8Array | undefined;

/** The pixels in the numbers of sRGB. What is brighter than white, as in HDR, is shown as far below it as there is room. */
export function inStandardColours(pixels: RawPixels, coded: CodedColours | undefined): RawPixels {
  if (coded === undefined || !areForeign(coded)) return pixels;
  const { channels } = pixels;
  const data = new Uint8Array(pixels.data);
  const light = lightOfNumbers(coded.transfer);
  const primaries = primariesByCode.get(coded.primaries) ?? standard;
  const show = shower(primaries, highlightScale(light[brightest(pixels)] ?? 1));
  const [toGreen, toBlue] = channels === 1 ? [0, 0] : [1, 2];
  const lightAt = (at: number): number => light[data[at] ?? 0] ?? 0;
  for (let at = 0; at < data.length; at += channels) {
    const [red, green, blue] = show(lightAt(at), lightAt(at + toGreen), lightAt(at + toBlue));
    [data[at + toBlue], data[at + toGreen], data[at]] = [blue, green, red];
  }
  return { ...pixels, data };
}

type Show = (red: number, green: number, blue: number) => readonly [red: number, green: number, blue: number];

/** What makes numbers of light. */
function shower([rr, rg, rb, gr, gg, gb, br, bg, bb]: Primaries, scaleOf: (light: number) => number): Show {
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

/** The greatest number of a colour; alpha is none. */
function brightest({ data, channels }: RawPixels): number {
  let most = 0;
  for (let at = 0; at < data.length; at += 1) {
    if (channels === 4 && at % 4 === 3) continue;
    most = Math.max(most, data[at] ?? 0);
  }
  return most;
}

/** ITU-R BT.2408: the light of white paper, which is shown as the white of sRGB. */
const whiteNits = 203;

/** What light numbers from 0 to 1 stand for, of which 1 is white, by the code point of ISO/IEC 23091-2. */
const lightByTransfer: ReadonlyMap<number, (number: number) => number> = new Map([
  [8, (number) => number],
  [16, (number) => (quantised(number) * 10_000) / whiteNits],
  // On the screen of 1000 nits for which it is made.
  [18, (number) => (gammaOfLog(number) ** 1.2 * 1000) / whiteNits],
]);

/** Whether light becomes numbers as in sRGB, or nearly so: as in all that are not for HDR and not the light itself. */
function isUsualLight(transfer: number): boolean {
  return !lightByTransfer.has(transfer);
}

/** The light of each number from 0 to 255. */
function lightOfNumbers(transfer: number): Float64Array {
  const light = lightByTransfer.get(transfer) ?? decodedLight;
  return Float64Array.from({ length: 256 }, (_, value) => light(value / 255));
}

/** SMPTE ST 2084 (PQ), as parts of 10000 nits. */
function quantised(number: number): number {
  const root = number ** (32 / 2523);
  return (Math.max(0, root - 107 / 128) / (2413 / 128 - (2392 / 128) * root)) ** (16_384 / 2610);
}

/** ITU-R BT.2100, table 5 (HLG): the light of the scene, from 0 to 1. */
function gammaOfLog(number: number): number {
  return number <= 0.5 ? number ** 2 / 3 : (Math.exp((number - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12;
}

/** Light below this is shown as it is. */
const knee = 0.5;
/** What is hardly above white is white: decoders are not exact. */
const nearWhite = 1.1;

/** By how much light is made less so that the brightest in a picture is white: the more, the brighter it is. */
function highlightScale(brightest: number): (light: number) => number {
  if (brightest <= nearWhite) return () => 1;
  const slope = (brightest - knee) / (1 - knee);
  return (light) => {
    if (light <= knee) return 1;
    const above = (light - knee) / (brightest - knee);
    return (knee + ((1 - knee) * slope * above) / (1 + (slope - 1) * above)) / light;
  };
}
