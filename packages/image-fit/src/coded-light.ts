import { decodedLight } from "./gamma.ts";

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
export function isUsualLight(transfer: number): boolean {
  return !lightByTransfer.has(transfer);
}

/** The light of each number from 0 to 255. */
export function lightOfNumbers(transfer: number): Float64Array {
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
export function highlightScale(brightest: number): (light: number) => number {
  if (brightest <= nearWhite) return () => 1;
  const slope = (brightest - knee) / (1 - knee);
  return (light) => {
    if (light <= knee) return 1;
    const above = (light - knee) / (brightest - knee);
    return (knee + ((1 - knee) * slope * above) / (1 + (slope - 1) * above)) / light;
  };
}
