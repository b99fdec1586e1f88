// What a handler needs at run time, and the types of its contract: the entry `@reader/core/handler`. A process that
// only runs handlers loads these few modules, and not the reader.
export type { Budget } from "./contract/budget.ts";
export { createBreather } from "./documents/breather.ts";
export { capabilityProfiles } from "./contract/capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities, ImageTokens } from "./contract/capabilities.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { ReadError, readErrorCodes } from "./contract/errors.ts";
export type { FailedHandler, ReadErrorCode, ReadErrorDetails, ReadErrorOptions } from "./contract/errors.ts";
export { document, extent, image, text } from "./contract/events.ts";
export type {
  DocumentFacts,
  DocumentPart,
  Extent,
  HandlerEvent,
  ImageFacts,
  ImagePart,
  TextPart,
} from "./contract/events.ts";
export type { Place, PlaceUnit } from "./contract/place.ts";
export { defineHandler } from "./contract/handler.ts";
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
} from "./contract/handler.ts";
export type { MediaPattern, MediaType } from "./contract/media-type.ts";
export { labelOf as typeByName } from "./detect/extensions.ts";
export { createLegacyDecoder } from "./text/encoding/legacy-decoder.ts";
export type { LegacyDecoder } from "./text/encoding/legacy-decoder.ts";
export { createTextDecoder } from "./text/encoding/text-decoder.ts";
export type { BlockDecoder } from "./text/encoding/block-decoder.ts";
export { notice } from "./contract/notices.ts";
export type { Notice } from "./contract/notices.ts";
export { headingOutline, nestHeadings } from "./documents/heading-outline.ts";
export type { Heading, HeadingSearch } from "./documents/heading-outline.ts";
export { cleanEvent, cleanInfo } from "./documents/clean-event.ts";
export { cleanOutline } from "./documents/clean-outline.ts";
export type { Outline, OutlineEntry, OutlineKind } from "./contract/outline.ts";
export { escapeName, escapeText } from "./render/escapes.ts";
export { inlineMark, listedName, markFact, named, quoted, remark } from "./render/quote.ts";
export { shellWord } from "./render/shell-word.ts";
export { readableSize } from "./render/readable-size.ts";
export { scaleWords } from "./render/scale-words.ts";
export { speakableReason } from "./render/speakable-reason.ts";
export { isPictureFault, recognisedPart } from "./documents/recognised-part.ts";
export type { RecognisedPlacing } from "./documents/recognised-part.ts";
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
} from "./contract/recognition.ts";
export type { PageRange, View } from "./contract/request.ts";
export type { TextSection } from "./contract/result.ts";
export type { ByteRange, Sniff, SniffedText, Source } from "./contract/source.ts";
export { nameDistance } from "./files/workspace/nearness.ts";
