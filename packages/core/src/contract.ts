// What a handler needs at run time, and the types of its contract: the entry `@reader/core/handler`. A process that
// only runs handlers loads these few modules, and not the reader.
export type { Budget } from "./budget.ts";
export { createBreather } from "./documents/breather.ts";
export { capabilityProfiles } from "./capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities, ImageTokens } from "./capabilities.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { ReadError, readErrorCodes } from "./errors.ts";
export type { FailedHandler, ReadErrorCode, ReadErrorDetails, ReadErrorOptions } from "./errors.ts";
export { document, extent, image, text } from "./events.ts";
export type { DocumentFacts, DocumentPart, Extent, HandlerEvent, ImageFacts, ImagePart, TextPart } from "./events.ts";
export type { Place, PlaceUnit } from "./place.ts";
export { defineHandler } from "./handler.ts";
export type {
  Handler,
  HandlerContext,
  HandlerDefinition,
  HandlerInfo,
  HandlerOrigin,
  AddonUse,
  InnerWish,
  Json,
  OutlinerDefinition,
} from "./handler.ts";
export type { MediaPattern, MediaType } from "./media-type.ts";
export { labelOf as typeByName } from "./sniff/extensions.ts";
export { createLegacyDecoder } from "./encoding/legacy-decoder.ts";
export type { LegacyDecoder } from "./encoding/legacy-decoder.ts";
export { createTextDecoder } from "./encoding/text-decoder.ts";
export type { BlockDecoder } from "./lines/block-decoder.ts";
export { notice } from "./notices.ts";
export type { Notice } from "./notices.ts";
export { headingOutline, nestHeadings } from "./documents/heading-outline.ts";
export type { Heading, HeadingSearch } from "./documents/heading-outline.ts";
export { cleanOutline } from "./documents/clean-outline.ts";
export type { Outline, OutlineEntry, OutlineKind } from "./outline.ts";
export { escapeName, escapeText } from "./render/escapes.ts";
export { inlineMark, listedName, markFact, named, quoted, remark } from "./render/quote.ts";
export { shellWord } from "./render/shell-word.ts";
export { readableSize } from "./render/readable-size.ts";
export { scaleWords } from "./render/scale-words.ts";
export { speakableReason } from "./render/speakable-reason.ts";
export { isPictureFault, recognisedPart } from "./recognised-part.ts";
export type { RecognisedPlacing } from "./recognised-part.ts";
export { cleanRecognised, cleanRecognisedText } from "./documents/clean-recognised.ts";
export type {
  Box,
  PlacedLine,
  Recognised,
  RecognisableImage,
  RecognisedLine,
  RecognisedText,
  RecognisedWord,
  Recogniser,
  RecogniseOptions,
} from "./recognition.ts";
export type { PageRange, View } from "./request.ts";
export type { TextSection } from "./result.ts";
export type { ByteRange, Sniff, SniffedText, Source } from "./source/source.ts";
export { nameDistance } from "./workspace/nearness.ts";
