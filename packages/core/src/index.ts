// The public surface: every name is listed, so that adding one is a decision.
export { defaultBudget } from "./budget.ts";
export type { Budget } from "./budget.ts";
export { anthropic, capabilityProfiles, gemini, openai, textOnly } from "./capabilities.ts";
export type { Capabilities, DocumentCapabilities, ImageCapabilities, ImageTokens } from "./capabilities.ts";
export { imageTokens } from "./documents/media-gate.ts";
export { ReadError, readErrorCodes } from "./errors.ts";
export type { FailedHandler, ReadErrorCode, ReadErrorData, ReadErrorDetails, ReadErrorOptions } from "./errors.ts";
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
  Json,
  OutlinerDefinition,
} from "./handler.ts";
export type { Clock } from "./lines/deadline.ts";
export { matchesMediaType, parseMediaType, withSupertypes } from "./media-type.ts";
export type { MediaPattern, MediaType } from "./media-type.ts";
export { notice } from "./notices.ts";
export type { Notice } from "./notices.ts";
export type { Outline, OutlineEntry, OutlineExcerpt, OutlineKind } from "./outline.ts";
export { createReader } from "./reader.ts";
export type { BytesOptions, Reader, ReaderOptions, ReadOptions } from "./reader.ts";
export type { PageProgress, ReadProgress, ScanProgress } from "./reading/call.ts";
export type { InfoTokens } from "./reading/count-whole.ts";
export type { InfoOutcome, InfoResult } from "./reading/info.ts";
export type { BytesOutcome, BytesResult, FileOutcome, FileResult } from "./reading/read-bytes.ts";
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
} from "./recognition.ts";
export { renderBlocks, renderPieces, renderText, renderTexts } from "./render/render.ts";
export type { Block, RenderedTexts, RenderOptions } from "./render/render.ts";
export { defaultRules, type RequestRules } from "./request-rules.ts";
export type { LineRange, OverBudget, PageRange, ReadRequest, RequestView, View } from "./request.ts";
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
} from "./result.ts";
export { createSession } from "./session.ts";
export type { Session, SessionLimits, Snapshot } from "./session.ts";
export { isBinary } from "./encoding/is-binary.ts";
export type {
  DirectoryEntry,
  DirectoryHandle,
  FileHandle,
  FileKind,
  FileStat,
  FileSystem,
  PathFunctions,
} from "./source/file-system.ts";
export { nodeFileSystem } from "./source/node-file-system.ts";
export type { ByteRange, Sniff, SniffedText, Source } from "./source/source.ts";
export type { StopSignal } from "./stop-signal.ts";
export { estimateTokens } from "./tokens/estimate-tokens.ts";
export { loadExactTokenCounter } from "./tokens/exact-tokens.ts";
export type { TokenCounter } from "./tokens/token-counter.ts";
export type { FolderEntry, FolderOutcome, FolderResult } from "./workspace/folder-contents.ts";
export { nameDistance } from "./workspace/nearness.ts";
export { createPolicy, defaultPolicy } from "./workspace/policy.ts";
export type { Policy, PolicyFile, PolicyOptions, PolicyVerdict } from "./workspace/policy.ts";
