export { compilePackagedWasm } from "./compile-wasm.ts";
export { inStandardColours } from "./coded-colours.ts";
export type { CodedColours } from "./coded-colours.ts";
export { columnsFor, contactSheet, tileSize } from "./contact-sheet.ts";
export { decodeImage } from "./decode-image.ts";
export type { DecodeOptions } from "./decode-image.ts";
export { describeImage, isVector } from "./describe-image.ts";
export type { DescribeOptions, ImageDescription } from "./describe-image.ts";
export { encodePixels } from "./encode-pixels.ts";
export type { EncodeOptions } from "./encode-pixels.ts";
export { prepareImageEngine } from "./engine.ts";
export { fitImage } from "./fit-image.ts";
export type { FitImageOptions } from "./fit-image.ts";
export { fitSize } from "./fit-size.ts";
export type { MeasuredImage } from "./headers/measured-image.ts";
export { assertDecodable } from "./input-limits.ts";
export { measureImage } from "./measure-image.ts";
export type { Orientation } from "./orientation.ts";
export { resizePixels } from "./resize-pixels.ts";
export type {
  DecodedImage,
  EncodedImage,
  FitLimits,
  FitOptions,
  InputLimits,
  Levels,
  PixelSize,
  RawPixels,
  Region,
} from "./types.ts";
export { vectorSize } from "./vector-size.ts";
