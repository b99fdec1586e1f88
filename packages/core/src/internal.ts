// The entry for the packages of this project. Its names may change in any release.
export { anyModel, capabilityProfiles } from "./contract/capabilities.ts";
export { readErrorCodes } from "./contract/errors.ts";
export type { ReadErrorDetails, ReadErrorOptions } from "./contract/errors.ts";
export type { AddonUse, InnerRequest } from "./contract/handler.ts";
export { matchesMediaType } from "./contract/media-type.ts";
export { noticeFields } from "./contract/notices.ts";
export type { NoticeField } from "./contract/notices.ts";
export { unrecognisedText } from "./contract/events.ts";
export type {
  Box,
  LineBox,
  LineBoxes,
  PlacedLine,
  RecognisableImage,
  RecogniseOptions,
  Recognised,
  RecognisedLine,
  RecognisedText,
  RecognisedWord,
} from "./contract/recognition.ts";
export type { ByteRange, SniffedText } from "./contract/source.ts";
export type { Transcript } from "./contract/transcription.ts";
export { labelOf as typeByName } from "./detect/extensions.ts";
export { cleanEvent, cleanInfo } from "./documents/clean-event.ts";
export { cleanOutline } from "./documents/clean-outline.ts";
export { cleanRecognised } from "./documents/recognised-text.ts";
export { csvField, csvRecord } from "./documents/csv-record.ts";
export { findHandler, findOutliner } from "./documents/registry.ts";
export { markedText } from "./documents/marked-text.ts";
export { nestHeadings } from "./documents/heading-outline.ts";
export type { Heading } from "./documents/heading-outline.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { isImageFault, recognisedPart } from "./documents/recognised-text.ts";
export { createYielder } from "./documents/pull-in-time.ts";
export { nameDistance } from "./files/workspace/name-distance.ts";
export type { PageProgress } from "./read/call.ts";
export { leadsToFile, linkDestination, shownAddress } from "./render/link-target.ts";
export { namesByField as requestNames } from "./request/request-names.ts";
export { isBinary } from "./text/encoding/is-binary.ts";
export { findNuls } from "./text/encoding/nul-runs.ts";
