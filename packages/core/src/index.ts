// The public surface: every name is listed, so that adding one is a decision.
export { defaultBudget } from "./contract/budget.ts";
export type { Budget } from "./contract/budget.ts";
export { anthropic, capabilityProfiles, gemini, openai, textOnly } from "./contract/capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities, ImageTokens } from "./contract/capabilities.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { ReadError, readErrorCodes } from "./contract/errors.ts";
export type {
  FailedHandler,
  ReadErrorCode,
  ReadErrorData,
  ReadErrorDetails,
  ReadErrorOptions,
} from "./contract/errors.ts";
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
  Json,
  OutlinerDefinition,
} from "./contract/handler.ts";
export type { Clock } from "./text/lines/deadline.ts";
export { matchesMediaType, parseMediaType, withSupertypes } from "./contract/media-type.ts";
export type { MediaPattern, MediaType } from "./contract/media-type.ts";
export { notice } from "./contract/notices.ts";
export type { Notice } from "./contract/notices.ts";
export type { Outline, OutlineEntry, OutlineExcerpt, OutlineKind } from "./contract/outline.ts";
export { createReader } from "./reader.ts";
export type { BytesOptions, Reader, ReaderOptions, ReadOptions } from "./reader.ts";
export type { PageProgress, ReadProgress, ScanProgress } from "./read/call.ts";
export type { InfoTokens } from "./read/count-whole.ts";
export type { InfoOutcome, InfoResult } from "./read/info.ts";
export type { BytesOutcome, BytesResult, FileOutcome, FileResult } from "./read/read-bytes.ts";
export { handlerWords, renderError } from "./render/error-text.ts";
export { escapeName, escapeText } from "./render/escapes.ts";
export { inlineMark, listedName, markFact, named, quoted, remark } from "./render/quote.ts";
export { shellWord } from "./render/shell-word.ts";
export { createBreather } from "./documents/breather.ts";
export { readableSize } from "./render/readable-size.ts";
export { scaleWords } from "./render/scale-words.ts";
export { defaultGutter, gutters } from "./render/gutter.ts";
export type { Gutter } from "./render/gutter.ts";
export { humanLine } from "./render/human-line.ts";
export { noticeText } from "./render/notice-text.ts";
export { outlineLines } from "./render/outline-text.ts";
export { createLineNumberer } from "./render/number-lines.ts";
export type { LineNumberer, NumbererOptions } from "./render/number-lines.ts";
export { requestWords } from "./render/request-words.ts";
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
export { renderBlocks, renderPieces, renderText, renderTexts } from "./render/render.ts";
export type { Block, RenderedTexts, RenderOptions } from "./render/render.ts";
export { defaultRules, type RequestRules } from "./contract/request-rules.ts";
export type { LineRange, OverBudget, PageRange, ReadRequest, RequestView, View } from "./contract/request.ts";
export type {
  Clip,
  Continuation,
  Cost,
  EndingRun,
  ReadFailure,
  ReadOutcome,
  ReadResult,
  ResultPart,
  Stop,
  TextFacts,
  TextSection,
} from "./contract/result.ts";
export { createSession } from "./read/session.ts";
export type { Session, SessionLimits, Snapshot } from "./read/session.ts";
export { isBinary } from "./text/encoding/is-binary.ts";
export type {
  DirectoryEntry,
  DirectoryHandle,
  FileHandle,
  FileKind,
  FileStat,
  FileSystem,
  PathFunctions,
} from "./files/file-system.ts";
export { nodeFileSystem } from "./files/node-file-system.ts";
export type { ByteRange, Sniff, SniffedText, Source } from "./contract/source.ts";
export type { StopSignal } from "./contract/stop-signal.ts";
export { estimateTokens } from "./tokens/estimate-tokens.ts";
export { loadExactTokenCounter } from "./tokens/exact-tokens.ts";
export type { TokenCounter } from "./contract/token-counter.ts";
export type { FolderEntry, FolderOutcome, FolderResult } from "./files/workspace/folder-contents.ts";
export { nameDistance } from "./files/workspace/nearness.ts";
export { createPolicy, defaultPolicy } from "./files/workspace/policy.ts";
export type { Policy, PolicyFile, PolicyOptions, PolicyVerdict } from "./files/workspace/policy.ts";
