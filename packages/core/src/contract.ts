// What a handler needs at run time, and the types of its contract: the entry `@reader/core/handler`. A process that
// only runs handlers loads these few modules, and not the reader.
export type { Budget } from "./budget.ts";
export { createBreather } from "./documents/breather.ts";
export { capabilityProfiles } from "./capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities, ImageTokens } from "./capabilities.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { ReadError, readErrorCodes } from "./errors.ts";
export type { ReadErrorCode, ReadErrorDetails, ReadErrorOptions } from "./errors.ts";
export { document, extent, image, text } from "./events.ts";
export type {
  DocumentFacts,
  DocumentPart,
  Extent,
  HandlerEvent,
  ImageFacts,
  ImagePart,
  Place,
  PlaceUnit,
  TextPart,
} from "./events.ts";
export { defineHandler } from "./handler.ts";
export type {
  Handler,
  HandlerContext,
  HandlerDefinition,
  HandlerInfo,
  HandlerOrigin,
  InnerWish,
  Json,
} from "./handler.ts";
export type { MediaPattern, MediaType } from "./media-type.ts";
export { createLegacyDecoder } from "./sniff/legacy-decoder.ts";
export type { LegacyDecoder } from "./sniff/legacy-decoder.ts";
export { createTextDecoder } from "./sniff/text-decoder.ts";
export type { BlockDecoder } from "./lines/block-decoder.ts";
export { notice } from "./notices.ts";
export type { Notice } from "./notices.ts";
export { escapeName, escapeText } from "./render/escapes.ts";
export { readableSize } from "./render/readable-size.ts";
export { scaleWords } from "./render/scale-words.ts";
export type { PageRange, View } from "./request.ts";
export type { TextSection } from "./result.ts";
export type { ByteRange, Sniff, SniffedText, Source } from "./source/source.ts";
export { nameDistance } from "./workspace/nearness.ts";
