export { createGainMeter, createInflationMeter, largestByRatio } from "./contract/inflation-meter.ts";
export type { InflationMeter, MemberSoFar } from "./contract/inflation-meter.ts";
export { openZip } from "./open-zip.ts";
export { throughTransform } from "./member/through-transform.ts";
export type { EntrySums, OpenZipOptions, Zip, ZipEntry } from "./contract/zip.ts";
