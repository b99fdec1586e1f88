import { highlightScale, isUsualLight, lightOfNumbers } from "./coded-light.ts";
import { encodedLight } from "./gamma.ts";
import type { RawPixels } from "./types.ts";

/** What the numbers of a picture stand for, by the code points of ISO/IEC 23091-2 instead of a colour profile. */
export interface CodedColours {
  readonly primaries: number;
  readonly transfer: number;
}

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
