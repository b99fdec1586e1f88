export { compilePackagedWasm } from "./compile-wasm.ts";
export { inStandardColours } from "./colours/coded-colours.ts";
export { columnsFor, contactSheet, tileSize } from "./pixels/pixels.ts";
export { decodeImage } from "./decode/decode-image.ts";
export type { DecodeOptions } from "./decode/decode-image.ts";
export { describeImage, isVector } from "./decode/describe-image.ts";
export type { DescribeOptions, ImageDescription } from "./decode/describe-image.ts";
export { encodePixels } from "./fit/encode-pixels.ts";
export type { EncodeOptions } from "./fit/encode-pixels.ts";
export { prepareImageEngine } from "./engine/engine.ts";
export { fitImage } from "./fit/fit-image.ts";
export type { FitImageOptions } from "./fit/fit-image.ts";
export { fitSize } from "./fit/fit-size.ts";
export type { MeasuredImage } from "./headers/measured-image.ts";
export { assertDecodable } from "./model/input-limits.ts";
export { measureImage } from "./headers/measure-image.ts";
export type { Orientation } from "./model/orientation.ts";
export { resizePixels } from "./fit/encode-pixels.ts";
export type {
  CodedColours,
  DecodedImage,
  EncodedImage,
  FitLimits,
  FitOptions,
  InputLimits,
  Levels,
  PixelSize,
  RawPixels,
  Region,
} from "./model/types.ts";
export { vectorSize } from "./fit/fit-size.ts";
