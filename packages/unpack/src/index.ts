export { createGainMeter, createInflationMeter, largestByRatio } from "./inflation-meter.ts";
export type { InflationMeter, MemberSoFar } from "./inflation-meter.ts";
export { openZip } from "./open-zip.ts";
export { throughTransform } from "./through-transform.ts";
export type { EntrySums, OpenZipOptions, Zip, ZipEntry } from "./zip.ts";
